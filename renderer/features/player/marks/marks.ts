import type { Mark } from '../../../../electron/contract/models/session-models.ts'

export const inOrder = (marks: Mark[]): Mark[] =>
  [...marks].sort((a, b) => a.atMs - b.atMs || a.createdAt - b.createdAt)

/** While playing, "previous" within this time after a mark means the one before it. */
const GRACE_MS = 700

/** The mark before or after a moment; null when there is none. `marks` in order. */
export const markNear = (marks: Mark[], atMs: number, direction: 1 | -1, playing: boolean): Mark | null =>
  direction === 1
    ? (marks.find((mark) => mark.atMs > atMs + 1) ?? null)
    : (marks.findLast((mark) => mark.atMs < atMs - (playing ? GRACE_MS : 1)) ?? null)

/** The mark at the playhead. */
export const markAt = (marks: Mark[], atMs: number): Mark | null =>
  marks.find((mark) => Math.abs(mark.atMs - atMs) <= 50) ?? null
