import { formatDuration } from '../../../ui/text/format-text.ts'
import type { Playback } from '../engine/playback.ts'
import { type PlayerStore, showToast } from '../player-store.ts'
import { WAITING_SPEED, waitingAt } from './waiting.ts'

type Needs = {
  store: PlayerStore
  playback: () => Pick<Playback, 'seek' | 'setRate'> | null
  /** Waiting parts in order, joined. */
  still: () => readonly { startMs: number; endMs: number }[]
}

/** Shorter jumps are not worth a seek. */
const SHORTEST_SKIP_S = 0.2

/** Skips waiting parts, or plays them faster, while the recording plays. Answers the function that ends it. */
export const controlWaiting = ({ store, playback, still }: Needs): (() => void) => {
  /** The speed before a waiting part, and the one given to it; null outside of one, or once a person changed the speed. */
  let sped: { before: number; given: number } | null = null
  let inside = false
  let busy = false

  const slowDown = (): void => {
    const was = sped
    sped = null
    if (was && store.getState().rate === was.given) playback()?.setRate(was.before)
  }
  const skip = (timeS: number, toS: number): void => {
    const { loop } = store.getState()
    const end = loop.on && loop.out !== null && loop.out > timeS ? Math.min(toS, loop.out) : toS
    if (end - timeS < SHORTEST_SKIP_S) return
    playback()?.seek(end)
    showToast(store, `Skipped ${formatDuration((end - timeS) * 1_000)} of waiting`)
  }
  const check = (): void => {
    const { timeS, playing, waiting, rate } = store.getState()
    const part = playing && waiting !== 'show' ? waitingAt(still(), timeS) : null
    const entered = part !== null && !inside
    inside = part !== null
    if (part === null || waiting !== 'speed') slowDown()
    if (part === null) return
    if (waiting === 'skip') skip(timeS, part.toS)
    else if (entered && rate < WAITING_SPEED) {
      const given = playback()?.setRate(WAITING_SPEED)
      if (given !== undefined) sped = { before: rate, given }
    }
  }
  const off = store.subscribe((now, before) => {
    // A seek and a new speed change the store themselves.
    if (busy || (now.timeS === before.timeS && now.playing === before.playing && now.waiting === before.waiting)) return
    if (now.waiting !== before.waiting) inside = false
    busy = true
    check()
    busy = false
  })
  return () => {
    off()
    slowDown()
  }
}
