import type { MediaPlaylist, Segment } from './model.ts'

/** Seconds of an entry of unknown length, where neither its neighbours nor the list tell one. */
const SOME_S = 6

/** What reading an entry without a length came to: seconds of pictures, none, or no such object. */
export type Measured = number | 'empty' | 'missing'

const isStated = (segment: Segment): boolean => segment.length === 'stated'

/** An integer, never below the longest (P07); the sum in ms. */
export const sumsOf = (segments: Segment[], announcedTargetS: number) => ({
  targetDurationS: Math.max(
    1,
    Math.ceil(segments.reduce((most, s) => Math.max(most, s.durationS), 0)),
    Math.ceil(announcedTargetS),
  ),
  durationMs: Math.round(segments.reduce((sum, s) => sum + s.durationS, 0) * 1000),
})

/** Entries without a length get that of an average neighbour, else the one announced for the list, until they are measured. */
export const withEstimates = (segments: Segment[], announcedTargetS: number): Segment[] => {
  const stated = segments.filter(isStated)
  const sum = stated.reduce((seconds, s) => seconds + s.durationS, 0)
  const estimate = stated.length > 0 ? sum / stated.length : announcedTargetS > 0 ? announcedTargetS : SOME_S
  return segments.map((s) => (isStated(s) ? s : { ...s, durationS: estimate }))
}

/** The positions of the entries that have to be read to know how long they are. A gap cannot be read. */
export const unmeasured = (list: MediaPlaylist): number[] =>
  list.segments.flatMap((segment, position) => (isStated(segment) || segment.gap ? [] : [position]))

const parts = (count: number): string => (count === 1 ? '1 part' : `${count} parts`)

/**
 * The list with the lengths that its media shows (`measured` by position; a position that is absent keeps its
 * estimate). An entry without pictures is left out (P09); one whose object is gone stays as a gap (P10), except where
 * the playlist says that it has no length.
 */
export const withMeasured = (list: MediaPlaylist, measured: ReadonlyMap<number, Measured>): MediaPlaylist => {
  const segments: Segment[] = []
  const found = [...measured.values()].filter((one) => typeof one === 'number')
  // A list without any length, longer than what is measured: the measured entries represent the others.
  const typical =
    found.length > 0 && !list.segments.some(isStated) ? found.reduce((sum, one) => sum + one, 0) / found.length : null
  let broken = false
  let empty = 0
  let missing = 0
  list.segments.forEach((segment, position) => {
    const length = measured.get(position)
    if (length === 'empty' || (length === 'missing' && segment.length === 'zero')) {
      empty += 1
      broken ||= segment.discontinuity // a part that is left out still separates its neighbours
      return
    }
    if (length === 'missing') missing += 1
    const discontinuity = segment.discontinuity || broken
    broken = false
    segments.push({
      ...segment,
      discontinuity,
      gap: segment.gap || length === 'missing',
      durationS: typeof length === 'number' ? length : (typical ?? segment.durationS),
    })
  })
  if (segments.length === 0) return list
  const unstated = segments.filter((s) => !isStated(s)).length
  return {
    ...list,
    ...sumsOf(segments, list.targetDurationS),
    segments,
    warnings: [
      ...list.warnings,
      ...(empty > 0 ? [`${parts(empty)} without video left out of the playlist.`] : []),
      ...(missing > 0 ? [`${parts(missing)} without a length ${missing === 1 ? 'is' : 'are'} missing.`] : []),
      ...(unstated > missing ? [`The playlist does not say the length of ${parts(unstated - missing)}.`] : []),
    ],
  }
}
