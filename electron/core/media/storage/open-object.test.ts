import { expect, test } from 'vitest'
import { createClock } from '../../base/clock.ts'
import { plainLink, readText } from './object-text.ts'
import { createOpenObject } from './open-object.ts'
import type { Answer } from './storage-transport.ts'

test('a storage that stays busy ends as a fault that may pass, after every pause', async () => {
  let asked = 0
  const openObject = createOpenObject({
    transport: async (): Promise<Answer> => {
      asked += 1
      return { status: 503, header: () => null, body: (async function* () {})(), discard: () => {} }
    },
    clock: createClock(),
    timing: { headTimeoutMs: 1_000, stallMs: 1_000, pausesMs: [1, 1] },
  })
  const opened = openObject(plainLink('https://h.example/a.ts'), null, 'media', new AbortController().signal)
  await expect(opened).rejects.toMatchObject({ transient: true })
  expect(asked).toBe(3)
})

test('K11: a text that never ends is a storage that does not respond', async () => {
  let closed = false
  const openObject = createOpenObject({
    transport: async (): Promise<Answer> => ({
      status: 200,
      header: () => null,
      body: (async function* () {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 5))
          yield new Uint8Array(1)
        }
      })(),
      discard: () => {
        closed = true
      },
    }),
    clock: createClock(),
    timing: { headTimeoutMs: 1_000, stallMs: 1_000, pausesMs: [1, 1] },
  })
  const read = await readText(openObject, 'https://h.example/list', new AbortController().signal, 50)
  expect(read).toMatchObject({ ok: false, problem: { code: 'timeout' } })
  expect(closed).toBe(true)
})
