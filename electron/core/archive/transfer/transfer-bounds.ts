import { fail, type Problem } from '../../../contract/result.ts'
import { formatBytes, formatDuration } from '../../../contract/text/quantities.ts'
import type { Clock } from '../../base/ports.ts'
import { noSpace } from '../files/disk/disk-problems.ts'

/** How often the bounds are looked at, ms. */
const LOOK_MS = 1_000
/** The rate counts over this time, ms: one byte every few seconds would keep a connection open indefinitely. */
const RATE_MS = 60_000
/** Less than this in that time is no transfer: 1 KB a second, bytes. */
const LEAST_BYTES = 60 * 1_024
/** What a body without an announced length leaves free: this much, or a twentieth of a small disk; bytes. */
const RESERVE_BYTES = 512 * 1_024 ** 2
const RESERVE_SHARE = 0.05
/** More than any video of a screen has: 64 Mbit/s; bytes for each ms. */
const BYTES_PER_MS = 8_000
/** What may come beyond the video itself, and what may come where no duration is known; bytes. */
const SLACK_BYTES = 1_024 ** 3
const UNKNOWN_BYTES = 16 * 1_024 ** 3

/**
 * Bytes a recording may have. `durationMs` is `video_duration_ms`, null when not announced. A length that the storage
 * announced was compared with the free space before, and so may be larger.
 */
export const largestOf = (durationMs: number | null, announced: boolean): number => {
  const video = Math.max(0, durationMs ?? 0) * BYTES_PER_MS
  return video + (announced || durationMs === null ? UNKNOWN_BYTES : SLACK_BYTES)
}

const tooLarge = (limit: number, durationMs: number | null): Problem =>
  fail(
    'bad-answer',
    `The storage sends more than ${formatBytes(limit)}, too much for a recording${durationMs === null ? '' : ` of ${formatDuration(durationMs)}`}.`,
    { next: 'Report it to the operator of the service.' },
  ).problem

const tooSlow = (): Problem =>
  fail('timeout', 'The storage sends less than 1 KB per second.', { next: 'Retry later.' }).problem

export type Watched = {
  clock: Clock
  /** Bytes that are in the file. */
  bytes: () => number
  /** Null while the storage has not announced a length. */
  total: () => number | null
  durationMs: () => number | null
  /** The person's own speed limit is on: a low rate says nothing of the storage. */
  limited: () => boolean
  /** Null: the system does not tell. */
  space: () => Promise<{ free: number; size: number } | null>
}

/**
 * Watches a transfer: its size against what the video can have, its rate over a minute, and the free space that a body
 * without an announced length must leave. Calls `stop` once with the reason. Answers the function that ends the watch.
 */
export const watchBounds = (watched: Watched, stop: (problem: Problem) => void): (() => void) => {
  const { clock, bytes, total, durationMs, limited, space } = watched
  let over = false
  let cancel = (): void => {}
  let since = clock.now()
  let before = bytes()

  const brokenRule = async (): Promise<Problem | null> => {
    const now = bytes()
    const limit = largestOf(durationMs(), total() !== null)
    if (now > limit) return tooLarge(limit, durationMs())
    if (clock.now() - since >= RATE_MS) {
      const gained = now - before
      since = clock.now()
      before = now
      // Nothing at all is a connection that stalls, or a wait that the storage asked for: others end those.
      if (gained > 0 && gained < LEAST_BYTES && !limited()) return tooSlow()
    }
    if (total() !== null) return null
    const disk = await space()
    if (disk === null) return null
    const reserve = Math.min(RESERVE_BYTES, disk.size * RESERVE_SHARE)
    return disk.free < reserve ? noSpace(null, disk.free).problem : null
  }
  const look = async (): Promise<void> => {
    const problem = await brokenRule().catch(() => null)
    if (over) return
    if (problem === null) return plan()
    over = true
    stop(problem)
  }
  const plan = (): void => {
    cancel = clock.after(LOOK_MS, () => void look())
  }
  plan()
  return () => {
    over = true
    cancel()
  }
}
