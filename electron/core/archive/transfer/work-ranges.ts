import { createRangeSet, type RangeSet } from './range-set.ts'

/** What one connection fetches. `position` is the next byte from the line; `end` is exclusive and may shrink. */
export type WorkRange = {
  first: number
  position: number
  end: number
  /** Monotonic ms. */
  startedAt: number
  /** Ends this range's connection alone. */
  cut: AbortController
}

/** Half of less than this is not worth a request of its own. */
const SMALLEST_SHARED_BYTES = 512 * 1024
/** A range that takes longer than this is taken over whole by a connection that has nothing to do. */
const PATIENCE_MS = 1_500

export type WorkRanges = {
  /** The next work: a free gap, else half of the largest range under way, else a slow range. `wait`: call again soon. */
  take: () => WorkRange | 'wait' | null
  /** Must be called for each range taken, when what it brought is written. */
  release: (range: WorkRange) => void
  /** Settles with the next release: then there may be something to take, or nothing left to do. */
  released: () => Promise<void>
  /** The total became known: ranges beyond it shrink. */
  limit: (total: number) => void
}

/**
 * Shares the missing bytes of a file among connections. Nothing is planned ahead: a free connection takes what is
 * missing, and at the end helps the slowest, so that one slow or stalled connection does not delay the rest.
 */
export const createWorkRanges = (config: {
  done: RangeSet
  total: number | null
  /** False: one range at a time. */
  shared: () => boolean
  /** True: answers always hold the whole object, so a range continues to its end. */
  whole: () => boolean
  now: () => number
}): WorkRanges => {
  const { done, now } = config
  const active = new Set<WorkRange>()
  let next = Promise.withResolvers<void>()
  let total = config.total ?? Number.POSITIVE_INFINITY

  const start = (first: number, end: number): WorkRange => {
    const range: WorkRange = { first, position: first, end, startedAt: now(), cut: new AbortController() }
    active.add(range)
    return range
  }

  const freeGap = () => {
    const covered = createRangeSet(done.spans())
    for (const range of active) covered.add(range.first, range.end)
    return covered.gaps(total)[0]
  }

  /** ms until this range is done at its own pace so far. */
  const timeLeft = (range: WorkRange): number => {
    const elapsed = Math.max(1, now() - range.startedAt)
    const got = range.position - range.first
    return got === 0
      ? elapsed > PATIENCE_MS
        ? Number.POSITIVE_INFINITY
        : 0
      : ((range.end - range.position) / got) * elapsed
  }

  return {
    take: () => {
      const gap = freeGap()
      if (gap) return start(gap.first, config.whole() ? total : gap.end)
      const open = [...active].filter((range) => range.position < range.end)
      if (open.length === 0) return active.size > 0 ? 'wait' : null
      if (!config.shared()) return 'wait'
      const largest = open.reduce((a, b) => (b.end - b.position > a.end - a.position ? b : a))
      const left = largest.end - largest.position
      if (Number.isFinite(left) && left >= SMALLEST_SHARED_BYTES) {
        const end = largest.end
        largest.end = largest.position + Math.ceil(left / 2)
        return start(largest.end, end)
      }
      const slowest = open.reduce((a, b) => (timeLeft(b) > timeLeft(a) ? b : a))
      if (timeLeft(slowest) <= PATIENCE_MS || !Number.isFinite(slowest.end)) return 'wait'
      const end = slowest.end
      slowest.end = slowest.position
      slowest.cut.abort()
      return start(slowest.position, end)
    },
    release: (range) => {
      active.delete(range)
      next.resolve()
      next = Promise.withResolvers()
    },
    released: () => next.promise,
    limit: (known) => {
      total = known
      for (const range of active) range.end = Math.max(range.position, Math.min(range.end, known))
    },
  }
}
