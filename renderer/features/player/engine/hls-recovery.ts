import type { TsState } from '../stream/rewrite-ts.ts'
import { NEAR_S, type Span } from '../timeline/axis.ts'

/** Recoveries are counted for this long, ms. */
const RECENT_MS = 60_000

/**
 * How a playlist is loaded once more after its media failed: by IDR pictures alone, or by way of its beginning, where the
 * parameter sets may be. Then playback starts at 0 and seeks back as soon as something is loaded. Seconds of video time.
 */
export const createHlsRecovery = () => {
  const sets: TsState['sets'] = new Map()
  /** A decoder failed at a recovery point: from then on it begins at IDR pictures alone (M20). */
  let onlyIdr = false
  let beganOver = false
  let tries: number[] = []
  let seekS: number | null = null

  return {
    /** Parameter sets of this playlist that were seen. */
    sets,
    onlyIdr: () => onlyIdr,
    recentTries: (): number => {
      tries = tries.filter((at) => Date.now() - at < RECENT_MS)
      return tries.length
    },
    /** Takes the next way, and says whether it leads by the beginning. */
    escalate: (atS: number): 'beginning' | 'idr' => {
      if (sets.size === 0 && atS > 0 && !beganOver) {
        beganOver = true
        return 'beginning'
      }
      tries.push(Date.now())
      onlyIdr = true
      return 'idr'
    },
    /** Where a load begins that is to show `atS`. hls.js does not find back to an IDR picture far before the place. */
    loadFrom: (atS: number, way: 'beginning' | 'idr' | null): number => {
      const fromStart = onlyIdr || way === 'beginning'
      seekS = fromStart && atS > 0 ? atS : null
      return fromStart ? 0 : atS
    },
    /** The place that is wanted while the beginning is read; else where playback is. */
    wantedS: (hereS: number): number => seekS ?? hereS,
    /** Data came: the place to seek to now, once. */
    takeSeek: (buffered: readonly Span[]): number | null => {
      const toS = seekS
      if (toS === null) return null
      // At the end nothing is loaded behind the place.
      if (onlyIdr && !buffered.some(({ start, end }) => start <= toS && toS < end + NEAR_S)) return null
      seekS = null
      return toS
    },
    /** The person went elsewhere. */
    dropSeek: () => {
      seekS = null
    },
  }
}
