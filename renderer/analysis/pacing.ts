import type { Pace } from './messages.ts'

/** While something plays, decoding rests twice as long as it works, a little at a time, so that the player has its time. */
const WORK_MS = 8
const REST_SHARE = 2
/** A seek that takes longer than this waits for the network, not for the processor. */
const LONGEST_REST_MS = 3_000

/** Holds decoding back while its job is paused, and so that a recording that plays or seeks has the processor. */
export const createPacing = () => {
  let paused = false
  let pace: Pace = 'full'
  let restUntil = 0
  let wake: (() => void) | null = null
  let workedSince = performance.now()

  /** How long decoding has to wait before it goes on; ms. */
  const owedMs = (): number => {
    if (paused) return Number.POSITIVE_INFINITY
    const now = performance.now()
    if (pace === 'rest') return restUntil - now
    const worked = now - workedSince
    return pace === 'shared' && worked >= WORK_MS ? worked * REST_SHARE : 0
  }
  const rest = async (ms: number): Promise<void> => {
    await new Promise<void>((done) => {
      const timer = Number.isFinite(ms) ? setTimeout(done, ms) : undefined
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })
    workedSince = performance.now()
    return ready()
  }
  /** To be awaited between packets. */
  const ready = (): Promise<void> | undefined => {
    const ms = owedMs()
    return ms > 0 ? rest(ms) : undefined
  }

  return {
    ready,
    follow: (next: Pace): void => {
      pace = next
      restUntil = performance.now() + LONGEST_REST_MS
      wake?.()
    },
    pause: (next: boolean): void => {
      paused = next
      wake?.()
    },
  }
}
