import { expect, test } from 'vitest'
import { createFullscreenExit } from './leave-fullscreen.ts'
import { createTestWindow } from './test-window.ts'

const start = () => {
  const { window, said } = createTestWindow()
  const exit = createFullscreenExit()
  exit.watch(window)
  let left = false
  return { window, said, leave: () => void exit.leave(window).then(() => (left = true)), hasLeft: () => left }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('leaves the fullscreen of the page and waits until the window says so', async () => {
  const { window, said, leave, hasLeft } = start()
  window.fullscreen = true
  window.emit('enter-html-full-screen')
  leave()
  await settle()
  expect([said, hasLeft()]).toEqual([['fullscreen false'], false])
  window.emit('leave-full-screen')
  await settle()
  expect(hasLeft()).toBe(true)
})

test('leaves alone a fullscreen that the person gave the window, and one the page has left', async () => {
  const { window, said, leave, hasLeft } = start()
  window.fullscreen = true
  leave()
  await settle()
  window.emit('enter-html-full-screen')
  window.emit('leave-html-full-screen')
  leave()
  await settle()
  expect([said, hasLeft()]).toEqual([[], true])
})
