import { expect, test } from 'vitest'
import { restoredBounds } from './window-state.ts'

const display = (x: number, y: number, width: number, height: number) => ({ workArea: { x, y, width, height } })
const FULL_HD = display(0, 0, 1920, 1040)
const RIGHT = display(1920, 0, 1920, 1040)

// The values follow NativeWindow::RestoreBounds of Electron 45 (shell/browser/native_window.cc).
test.each([
  ['where it was', FULL_HD, { x: 100, y: 80, width: 1000, height: 700 }, { x: 100, y: 80, width: 1000, height: 700 }],
  [
    'on the display that is left',
    RIGHT,
    { x: 2500, y: 100, width: 1000, height: 700 },
    { x: 920, y: 100, width: 1000, height: 700 },
  ],
  [
    'smaller on a smaller display',
    display(0, 0, 3840, 2120),
    { x: 0, y: 0, width: 2400, height: 1500 },
    { x: 0, y: 0, width: 1920, height: 1040 },
  ],
  [
    'with its title below the edge',
    FULL_HD,
    { x: 10, y: -50, width: 800, height: 600 },
    { x: 10, y: 0, width: 800, height: 600 },
  ],
  [
    'with at least 100 × 100 of it on the display',
    FULL_HD,
    { x: 1900, y: 1030, width: 800, height: 600 },
    { x: 1820, y: 940, width: 800, height: 600 },
  ],
  [
    'with 100 × 100 at least',
    FULL_HD,
    { x: 10, y: 10, width: 20, height: 20 },
    { x: 10, y: 10, width: 100, height: 100 },
  ],
])('a stored window opens %s', (_where, { workArea }, bounds, expected) => {
  expect(restoredBounds({ bounds, workArea }, [FULL_HD])).toEqual(expected)
})

test('of several displays the one counts for which it must move least', () => {
  const bounds = { x: 2000, y: 100, width: 800, height: 600 }
  expect(restoredBounds({ bounds, workArea: RIGHT.workArea }, [FULL_HD, RIGHT])).toEqual(bounds)
})
