import { expect, test } from 'vitest'
import { CLIPBOARD_MS } from '../../contract/constants/cookie-constants.ts'
import { createTestClock } from '../../core/base/testing/test-clock.ts'
import { createSecretClipboard } from './secret-clipboard.ts'

/** The system's clipboard as other programs see it: they may write to it at any time. */
const system = () => {
  const state = { text: '', readable: true, writable: true }
  return {
    state,
    clipboard: {
      readText: async () => {
        if (!state.readable) throw new Error('no access')
        return state.text
      },
      writeText: async (text: string) => {
        if (!state.writable) throw new Error('no access')
        state.text = text
      },
      clear: () => {
        state.text = ''
      },
    },
  }
}
const open = () => {
  const { state, clipboard } = system()
  const clock = createTestClock()
  return { state, clock, copied: createSecretClipboard({ clipboard, clock }) }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a copied secret leaves the clipboard after its time, not before', async () => {
  const { state, clock, copied } = open()
  const begun = clock.now()
  expect(await copied.copy('value-1')).toEqual({ ok: true, value: { clearsAt: begun + CLIPBOARD_MS } })
  clock.advance(CLIPBOARD_MS - 1)
  await settle()
  expect(state.text).toBe('value-1')
  clock.advance(1)
  await settle()
  expect(state.text).toBe('')
})

test('what was copied meanwhile stays, and a second secret has its own whole time', async () => {
  const { state, clock, copied } = open()
  await copied.copy('value-1')
  state.text = 'a note of the person'
  clock.advance(CLIPBOARD_MS)
  await settle()
  expect(state.text).toBe('a note of the person')
  await copied.copy('value-2')
  clock.advance(CLIPBOARD_MS - 1)
  await copied.copy('value-3')
  clock.advance(CLIPBOARD_MS - 1)
  await settle()
  expect(state.text).toBe('value-3')
  clock.advance(1)
  await settle()
  expect(state.text).toBe('')
})

test('the end of the program clears it at once, and nothing else; a second end does nothing', async () => {
  const { state, clock, copied } = open()
  await copied.copy('value-1')
  await copied.clear()
  expect([state.text, clock.pending()]).toEqual(['', []])
  state.text = 'value-1' // copied by the person elsewhere, later
  await copied.clear()
  expect(state.text).toBe('value-1')
})

test('a clipboard that refuses or hangs is a plain sentence, or is left alone', async () => {
  const { state, clock, copied } = open()
  state.writable = false
  expect(await copied.copy('value-1')).toMatchObject({ ok: false, problem: { next: 'Retry.' } })
  state.writable = true
  await copied.copy('value-1')
  state.readable = false
  await copied.clear()
  expect(state.text).toBe('value-1')
  const hanging = createSecretClipboard({
    clipboard: { readText: () => new Promise(() => {}), writeText: async () => {}, clear: () => {} },
    clock,
  })
  await hanging.copy('value-1')
  const ended = hanging.clear()
  clock.advance(1_000)
  await ended
})
