import type { TrackSamples } from '../media-samples.ts'

/** How far one track runs ahead of the others in the file; players read about so much at once. */
const AHEAD_S = 0.5

/** Neighbouring samples of one track, by their places in what was given. */
export type Run = { track: number; from: number; to: number }

/**
 * The samples of one segment in the order of the file: by decode time, in runs of half a second, so that a player
 * finds sound and picture of one moment beside each other. `scaleOf` answers ticks per second.
 */
export const interleave = function* (given: TrackSamples[], scaleOf: (track: number) => number): Generator<Run> {
  const cursors = given
    .filter(({ samples }) => samples.length > 0)
    .map(({ track, samples }) => ({ track, samples, at: 0, scale: scaleOf(track) }))
  while (cursors.length > 0) {
    const timeOf = (cursor: (typeof cursors)[number]): number => (cursor.samples[cursor.at]?.dts ?? 0) / cursor.scale
    const next = cursors.reduce((first, cursor) => (timeOf(cursor) < timeOf(first) ? cursor : first))
    const from = next.at
    const until = cursors.length === 1 ? Number.POSITIVE_INFINITY : timeOf(next) + AHEAD_S
    for (next.at++; next.at < next.samples.length && timeOf(next) < until; ) next.at++
    yield { track: next.track, from, to: next.at }
    if (next.at === next.samples.length) cursors.splice(cursors.indexOf(next), 1)
  }
}
