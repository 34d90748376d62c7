/** The three clocks of a moment, as text. */

import { clockText } from '../../../ui/text/clock-text.ts'

/** `31 seconds of 10 minutes 2 seconds`, for the slider's value text. */
export const spokenTime = (seconds: number | null): string => {
  if (seconds === null || !Number.isFinite(seconds)) return 'unknown'
  const whole = Math.floor(Math.max(0, seconds))
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const
  const spoken = parts.filter(([n, unit]) => n > 0 || (unit === 'second' && whole === 0))
  return spoken.map(([n, unit]) => `${n} ${unit}${n === 1 ? '' : 's'}`).join(' ')
}

export type Moment = { video: string; session: string; wall: string | null; estimated: boolean }

/**
 * A moment of the video in three clocks (docs/deployments.md, Replay): session time adds `video_start_ms`, wall clock
 * adds the session's start. `estimated` when the offset was null or implausible. `at` formats an epoch in ms.
 */
export const momentOf = (
  seconds: number,
  replay: { startMs: number; startEstimated: boolean; wallClockStart: number | null },
  at: (epochMs: number) => string,
): Moment => {
  const start = Number.isFinite(replay.startMs) ? replay.startMs : 0
  const wall = replay.wallClockStart
  return {
    video: clockText(seconds),
    session: clockText(seconds + start / 1000),
    wall: wall === null || !Number.isFinite(wall) ? null : at(wall + seconds * 1000),
    estimated: replay.startEstimated,
  }
}
