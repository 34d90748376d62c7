import { expect, test } from 'vitest'
import { createTestClock } from '../../core/base/testing/test-clock.ts'
import { SHOW_MS, showWhenReady } from './show-when-ready.ts'
import { createTestWindow } from './test-window.ts'

const start = () => {
  const clock = createTestClock()
  const { window, said } = createTestWindow()
  showWhenReady(window, clock)
  return { clock, window, said }
}

test.each([
  ['ready-to-show', 'window'],
  ['did-finish-load', 'webContents'],
  ['did-fail-load', 'webContents'],
] as const)('shows the window when %s comes first, and once', (name, from) => {
  const { clock, window, said } = start()
  const source = from === 'window' ? window : window.webContents
  source.emit(name)
  expect(said).toEqual(['show'])
  window.emit('ready-to-show')
  window.webContents.emit('did-finish-load')
  clock.advance(SHOW_MS)
  expect([said, clock.pending()]).toEqual([['show'], []])
})

test('shows the window after a bounded wait when nothing comes, not before', () => {
  const { clock, said } = start()
  clock.advance(SHOW_MS - 1)
  expect(said).toEqual([])
  clock.advance(1)
  expect(said).toEqual(['show'])
})

test('ignores a window that was shown already or is closed', () => {
  const shown = start()
  shown.window.emit('show')
  const closed = start()
  closed.window.destroyed = true
  closed.window.emit('closed')
  for (const { clock, window, said } of [shown, closed]) {
    window.emit('ready-to-show')
    clock.advance(SHOW_MS)
    expect(said).toEqual([])
  }
})
