import { NEAR_S, type Span } from '../timeline/axis.ts'

/** What is seen of the media at one moment. Seconds of video time. */
export type Sight = {
  atS: number
  /** `HTMLMediaElement.readyState`. */
  readyState: number
  seeking: boolean
  /** Asked to play, and not at its end. */
  running: boolean
  buffered: readonly Span[]
  requests: number
  /** Bytes that came in all; more of them are progress. */
  bytes: number
  /** How often an address was loaded that had been loaded before. */
  repeats: number
  /** Whether another part waits with a bound of its own: for links, or for a load that is tried again. */
  waiting: boolean
  /** A hidden page is given neither time nor pictures. */
  hidden: boolean
}

export type Rescue =
  /** Go on where something is loaded, seconds. */
  | { do: 'jump'; toS: number }
  /** Load the same source once more at the same place. */
  | { do: 'reload' }
  /** Nothing helped: the other source, or a cause. `loading`: what is missing had not come by then. */
  | { do: 'give-up'; loading: boolean }

/** Without any progress and with nothing under way: to a place that is loaded, then a new load, then the end, ms. */
const JUMP_MS = 1_500
const IDLE_MS = 4_000
/**
 * Without any progress while a request is under way, ms: the gateway renews links for 30 s at most, and the loader gives a
 * first byte 40 s twice before it reports an error of its own.
 */
const SILENT_MS = 90_000
/**
 * With nothing to show for it, ms, however much comes and whatever waits: an answer may go on for ever, and the loader
 * gives up a segment after 180 s.
 */
const WHOLE_MS = 240_000
/** Within this time and distance the next standstill is the same one. */
const SAME_MS = 60_000
const SAME_S = 5
/** So many loads of what came before, without anything to show for them, are a loop and no progress. */
const LOOPED = 6

/**
 * Bounds every wait for a picture. A standstill is: a picture is wanted (at the start, after a seek, while running), and
 * neither place, readiness, loaded spans nor bytes change. A slow network that delivers is none for as long as a segment
 * may take. `look` is called several times a second and answers what to do; `now` is a clock that only goes forward, ms.
 */
export const createWatchdog = (now: () => number) => {
  let before: Sight | null = null
  let since = now()
  /** The same without looking at bytes. */
  let shown = { at: now(), repeats: 0 }
  /** The same without looking at waits either. */
  let whole = now()
  let jumped: number | null = null
  let reload: { at: number; placeS: number } | null = null

  const wants = ({ readyState, seeking, running }: Sight) => readyState < 2 || seeking || running
  const changed = (a: Sight, b: Sight) =>
    a.readyState !== b.readyState ||
    a.seeking !== b.seeking ||
    a.running !== b.running ||
    Math.abs(a.atS - b.atS) > 1e-3 ||
    a.buffered.length !== b.buffered.length ||
    a.buffered.some(({ end }, i) => Math.abs(end - (b.buffered[i]?.end ?? 0)) > 1e-3)

  /** Since when nothing moves, or null while something does. */
  const stillSince = (sight: Sight, last: Sight | null): number | null => {
    const moves = !last || sight.hidden || !wants(sight) || changed(last, sight)
    if (moves) whole = now()
    if (moves || sight.waiting || last.waiting) {
      since = now()
      shown = { at: since, repeats: sight.repeats }
      return null
    }
    if (sight.repeats - shown.repeats >= LOOPED) return shown.at
    if (sight.bytes !== last.bytes) since = now()
    return since
  }
  const restart = () => {
    since = now()
    shown = { at: since, repeats: before?.repeats ?? 0 }
  }

  return {
    look: (sight: Sight): Rescue | null => {
      const still = stillSince(sight, before)
      before = sight
      const { atS, buffered, requests, repeats, waiting } = sight
      const giveUp = (): Rescue => {
        restart()
        whole = now()
        jumped = null
        reload = null
        return { do: 'give-up', loading: waiting || requests > 0 }
      }
      if (now() - whole >= WHOLE_MS) return giveUp()
      if (still === null) return null
      const forMs = now() - still
      const idle = requests === 0 || repeats - shown.repeats >= LOOPED
      const inside = buffered.some(({ start, end }) => start <= atS + NEAR_S && end > atS + NEAR_S)
      const next = buffered.find(({ start }) => start > atS)
      if (!inside && next && idle && forMs >= JUMP_MS && jumped !== next.start) {
        jumped = next.start
        restart()
        return { do: 'jump', toS: next.start }
      }
      if (forMs < (idle ? IDLE_MS : SILENT_MS)) return null
      const again = reload && now() - reload.at < SAME_MS + SILENT_MS && Math.abs(atS - reload.placeS) < SAME_S
      if (again) return giveUp()
      restart()
      reload = { at: now(), placeS: atS }
      jumped = null
      return { do: 'reload' }
    },
  }
}
