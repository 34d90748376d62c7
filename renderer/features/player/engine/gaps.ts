import { NEAR_S, type Span } from '../timeline/axis.ts'

/** One part of the playlist; `gap` says that the recording does not have it. */
type Part = Span & { gap?: boolean | undefined }

/** Standing still for so many checks in a row is being stuck. */
const CHECK_MS = 500
const STUCK_CHECKS = 2

/**
 * Where playback goes on when it is in front of or inside a hole that nothing will ever fill (P10): only parts
 * that are gaps lie between what is loaded before `at` and after it. `end` when nothing comes after it (hls.js marks
 * parts without media as gaps too, P09). Null when there is no such hole. All in seconds of video time; `spans` is
 * what is buffered, in order.
 */
export const behindHole = (at: number, spans: readonly Span[], parts: readonly Part[]): number | 'end' | null => {
  const from = spans.findLast(({ start }) => start <= at)?.end ?? 0
  const next = spans.find(({ start }) => start > at)
  const last = parts.at(-1)
  if (!last) return null
  const to = next?.start ?? last.end
  const inside = parts.filter(({ start, end }) => start > from - NEAR_S && end < to + NEAR_S)
  if (inside.length === 0 || !inside.every(({ gap }) => gap)) return null
  return next ? next.start : 'end'
}

/**
 * Where playback can begin when it is asked to begin at `at`: past the end counts as 0 (V04), and inside of a gap
 * as where it ends (P10). hls.js begins nowhere else than told, so it would wait forever. Seconds of video time.
 */
export const playableStart = (at: number, parts: readonly Part[]): number => {
  const rest = parts.slice(
    Math.max(
      0,
      parts.findIndex(({ end }) => end > at),
    ),
  )
  const first = (at < (parts.at(-1)?.end ?? 0) ? rest : parts).find(({ gap }) => !gap)
  if (!first) return 0
  const inside = at < first.end && at >= first.start
  return inside ? at : first.start
}

/** Whether nothing but the end of the last span can come after `at`. Seconds of video time. */
export const inLast = (at: number, spans: readonly Span[]): boolean => {
  const last = spans.at(-1)
  return last !== undefined && at >= last.start - NEAR_S && at <= last.end + NEAR_S
}

const spansOf = (ranges: TimeRanges): Span[] =>
  Array.from({ length: ranges.length }, (_, i) => ({ start: ranges.start(i), end: ranges.end(i) }))

/**
 * Takes a picture that is stuck at a gap of the playlist behind it. hls.js does so only for a play head inside
 * the gap; but a decoder gives its last frames out only when more data follows, so that playback stops a little
 * before the gap, and a seek to there never ends. A gap at the end keeps hls.js from ever ending the stream.
 */
export const jumpGaps = (
  video: HTMLVideoElement,
  /**
   * `end` says that no more data will come: the rest plays and `ended` fires. `lastLoaded`: whether the last part of the
   * list has come.
   */
  ways: { parts: () => readonly Part[]; lastLoaded: () => boolean; end: () => void },
  signal: AbortSignal,
): void => {
  let before = -1
  let still = 0
  const check = () => {
    const at = video.currentTime
    const wants = video.seeking || (!video.paused && !video.ended)
    still = wants && at === before ? still + 1 : 0
    before = at
    if (still < STUCK_CHECKS) return
    const spans = spansOf(video.buffered)
    // hls.js never ends a stream whose first part it takes for empty (M22).
    const to = behindHole(at, spans, ways.parts()) ?? (ways.lastLoaded() && inLast(at, spans) ? 'end' : null)
    if (to === null) return
    still = 0
    if (to === 'end') ways.end()
    else video.currentTime = to
  }
  const timer = setInterval(check, CHECK_MS)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
