import type { AxisView } from '../timeline/axis-view.ts'
import { shareIn } from '../timeline/axis-view.ts'

export type FilmPicture = { index: number; leftPx: number }

/**
 * Which screens show their picture on a strip of `widthPx`: those that stay longest first, each where it starts and none
 * over another. In order of time.
 */
export const filmLayout = (
  screens: readonly { startMs: number; endMs: number }[],
  view: AxisView,
  widthPx: number,
  pictureWidthPx: number,
): FilmPicture[] => {
  if (widthPx < pictureWidthPx || view.toS <= view.fromS) return []
  const candidates = screens
    .map(({ startMs, endMs }, index) => ({
      index,
      dwellMs: endMs - startMs,
      shown: endMs / 1_000 > view.fromS && startMs / 1_000 < view.toS,
      leftPx: Math.min(Math.max(0, shareIn(view, startMs / 1_000) * widthPx), widthPx - pictureWidthPx),
    }))
    .filter(({ shown }) => shown)
    .sort((a, b) => b.dwellMs - a.dwellMs || a.index - b.index)
  // A slot is as wide as a picture, so that two that overlap are in one slot or in neighbouring ones.
  const slots = new Map<number, number>()
  const placed: FilmPicture[] = []
  for (const { index, leftPx } of candidates) {
    const slot = Math.floor(leftPx / pictureWidthPx)
    const free = [slot - 1, slot, slot + 1].every((near) => {
      const taken = slots.get(near)
      return taken === undefined || Math.abs(taken - leftPx) >= pictureWidthPx
    })
    if (!free) continue
    slots.set(slot, leftPx)
    placed.push({ index, leftPx })
  }
  return placed.sort((a, b) => a.leftPx - b.leftPx)
}
