import { expect, test } from 'vitest'
import { createTestClock } from '../../core/base/testing/test-clock.ts'
import { type PageFailure, recoverPage, STABLE_MS } from './recovery.ts'
import { createTestWindow } from './test-window.ts'

const start = (choice: 'reload' | 'quit' = 'reload') => {
  const clock = createTestClock()
  const { window } = createTestWindow()
  const done: string[] = []
  const logged: string[] = []
  const note = (line: string) => void logged.push(line)
  recoverPage(window, {
    log: { info: note, warn: note, error: note },
    now: clock.now,
    load: () => void done.push('load'),
    ask: async ({ kind, code }: PageFailure) => {
      done.push(`ask ${kind} ${code}`)
      return choice
    },
    quit: () => void done.push('quit'),
  })
  const crash = () => window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
  return { clock, window, done, logged, crash }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a page that ends is loaded again once, then the person decides', async () => {
  const { crash, done, logged } = start('quit')
  crash()
  expect(done).toEqual(['load'])
  crash()
  crash() // while the dialog is open there is no second one
  await settle()
  expect(done).toEqual(['load', 'ask ended crashed, 5', 'quit'])
  expect(logged.length).toBe(3)
})

test('the person may reload as often as they like', async () => {
  const { crash, done } = start('reload')
  crash()
  for (const _again of [1, 2]) {
    crash()
    await settle()
  }
  expect(done).toEqual(['load', 'ask ended crashed, 5', 'load', 'ask ended crashed, 5', 'load'])
})

test('a page that was well for a while is loaded again by itself', () => {
  const { clock, crash, done } = start()
  crash()
  clock.advance(STABLE_MS + 1)
  crash()
  expect(done).toEqual(['load', 'load'])
})

test.each([
  ['did-fail-load', [{}, -2, 'ERR_FAILED', 'app://desk/', true], 'load ERR_FAILED, -2'],
  ['did-navigate', [{}, 'app://desk/', 404, 'Not Found'], 'load HTTP 404'],
  ['preload-error', [{}, '/preload.cjs', new Error('no')], 'load preload'],
])('%s leaves no blank window either', async (name, args, told) => {
  const { window, done } = start()
  window.webContents.emit(name, ...args)
  window.webContents.emit(name, ...args)
  await settle()
  expect(done).toEqual(['load', `ask ${told}`, 'load'])
})

test('what is no failure of the page does nothing: a replaced load, a frame, a good answer, a clean end, a closed window', async () => {
  const { window, done, crash } = start()
  const { webContents } = window
  webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://desk/', true)
  webContents.emit('did-fail-load', {}, -2, 'ERR_FAILED', 'app://desk/frame', false)
  webContents.emit('did-navigate', {}, 'app://desk/', 200, 'OK')
  webContents.emit('did-navigate', {}, 'app://desk/', -1, '')
  webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
  window.destroyed = true
  crash()
  await settle()
  expect(done).toEqual([])
})
