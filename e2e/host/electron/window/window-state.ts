import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getHost } from '../../state.ts'
import type { HostDisplay } from './screen.ts'

type Rectangle = Electron.Rectangle

/** What Electron keeps of a window with `windowStatePersistence`, by the window's name (native_window.cc). */
export type SavedWindow = { bounds: Rectangle; workArea: Rectangle; fullscreen: boolean; maximized: boolean }

/** Electron's is a part of `Local State` in the same folder. */
const file = (): string => join(getHost().userData, 'Window State.json')

const readAll = (): Record<string, SavedWindow> => {
  try {
    return JSON.parse(readFileSync(file(), 'utf8')) as Record<string, SavedWindow>
  } catch {
    return {} // the first start
  }
}

export const readWindow = (name: string): SavedWindow | null => readAll()[name] ?? null
export const writeWindow = (name: string, saved: SavedWindow): void =>
  writeFileSync(file(), JSON.stringify({ ...readAll(), [name]: saved }))
export const forgetWindow = (name: string): void => {
  const { [name]: _gone, ...others } = readAll()
  writeFileSync(file(), JSON.stringify(others))
}

/** At least this much of a window stays on the display (kMinVisibleWidth and -Height). */
const VISIBLE = 100

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))

/** The nearest place inside, made smaller where it must be. */
const fitInto = (bounds: Rectangle, area: Rectangle): Rectangle => {
  const width = Math.min(bounds.width, area.width)
  const height = Math.min(bounds.height, area.height)
  return {
    x: clamp(bounds.x, area.x, area.x + area.width - width),
    y: clamp(bounds.y, area.y, area.y + area.height - height),
    width,
    height,
  }
}

const contains = (area: Rectangle, { x, y, width, height }: Rectangle): boolean =>
  x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height
const isSame = (a: Rectangle, b: Rectangle): boolean => contains(a, b) && contains(b, a)

/** The display for which the bounds must move least: the one they were on, or what is left nearest to it. */
export const nearestDisplay = <D extends Pick<HostDisplay, 'workArea'>>(bounds: Rectangle, displays: D[]): D => {
  const distance = ({ workArea }: D): number => {
    const moved = fitInto(bounds, workArea)
    return Math.abs(moved.x - bounds.x) + Math.abs(moved.y - bounds.y)
  }
  return displays.reduce((best, one) => (distance(one) < distance(best) ? one : best))
}

/** Where a saved window opens, as Electron places it on Linux and Windows (NativeWindow::RestoreBounds). */
export const restoredBounds = (
  saved: Pick<SavedWindow, 'bounds' | 'workArea'>,
  displays: Pick<HostDisplay, 'workArea'>[],
): Rectangle => {
  const { workArea } = nearestDisplay(saved.bounds, displays)
  const width = Math.max(VISIBLE, saved.bounds.width)
  const height = Math.max(VISIBLE, saved.bounds.height)
  const wanted = { x: saved.bounds.x, y: Math.max(workArea.y, saved.bounds.y), width, height }
  const moved = !isSame(saved.workArea, workArea) && !contains(workArea, wanted) ? fitInto(wanted, workArea) : wanted
  return {
    ...moved,
    x: clamp(moved.x, workArea.x + VISIBLE - moved.width, workArea.x + workArea.width - VISIBLE),
    y: clamp(moved.y, workArea.y + VISIBLE - moved.height, workArea.y + workArea.height - VISIBLE),
  }
}
