import { createRangeSet, type RangeSet } from './range-set.ts'

/** What one connection fetches. `position` is the next byte from the line; `end` is exclusive and may shrink. */
export type Piece = {
  first: number
  position: number
  end: number
  /** Monotonic ms. */
  startedAt: number
  /** Ends this piece's connection alone. */
  cut: AbortController
}

/** Half of less than this is not worth a request of its own. */
const SMALLEST_SHARED_BYTES = 512 * 1024
/** A piece that takes longer than this is taken over whole by a connection that has nothing to do. */
const PATIENCE_MS = 1_500

export type Pieces = {
  /** The next work: a free gap, else half of the largest piece under way, else a slow piece. `wait`: ask again soon. */
  take: () => Piece | 'wait' | null
  /** Must be called for each piece taken, when what it brought is written. */
  release: (piece: Piece) => void
  /** Settles with the next release: then there may be something to take, or nothing left to do. */
  released: () => Promise<void>
  /** The total became known: pieces beyond it shrink. */
  limit: (total: number) => void
}

/**
 * Shares the missing bytes of a file among connections. Nothing is planned ahead: whoever is free takes what is
 * missing, and at the end helps the slowest, so that one slow or dead connection does not hold the rest.
 */
export const createPieces = (config: {
  done: RangeSet
  total: number | null
  /** False: one piece at a time. */
  shared: () => boolean
  /** True: answers always hold the whole object, so a piece goes on to its end. */
  whole: () => boolean
  now: () => number
}): Pieces => {
  const { done, now } = config
  const active = new Set<Piece>()
  let next = Promise.withResolvers<void>()
  let total = config.total ?? Number.POSITIVE_INFINITY

  const start = (first: number, end: number): Piece => {
    const piece: Piece = { first, position: first, end, startedAt: now(), cut: new AbortController() }
    active.add(piece)
    return piece
  }

  const freeGap = () => {
    const covered = createRangeSet(done.spans())
    for (const piece of active) covered.add(piece.first, piece.end)
    return covered.gaps(total)[0]
  }

  /** ms until this piece is done at its own pace so far. */
  const timeLeft = (piece: Piece): number => {
    const elapsed = Math.max(1, now() - piece.startedAt)
    const got = piece.position - piece.first
    return got === 0
      ? elapsed > PATIENCE_MS
        ? Number.POSITIVE_INFINITY
        : 0
      : ((piece.end - piece.position) / got) * elapsed
  }

  return {
    take: () => {
      const gap = freeGap()
      if (gap) return start(gap.first, config.whole() ? total : gap.end)
      const open = [...active].filter((piece) => piece.position < piece.end)
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
    release: (piece) => {
      active.delete(piece)
      next.resolve()
      next = Promise.withResolvers()
    },
    released: () => next.promise,
    limit: (known) => {
      total = known
      for (const piece of active) piece.end = Math.max(piece.position, Math.min(piece.end, known))
    },
  }
}
