import { createPartReader } from '../../archive/remux/fetching/read-part.ts'
import { type Measured, unmeasured } from '../../media/playlist/lengths.ts'
import type { MediaPlaylist, Segment } from '../../media/playlist/model.ts'
import { plainLink } from '../../media/storage/object-text.ts'
import type { OpenObject } from '../../media/storage/open-object.ts'
import { saysMissing } from '../../media/storage/storage-problems.ts'
import { TransportFault } from '../../media/storage/storage-transport.ts'

/** Entries that are read before the playlist is given out; a list with more is given out with estimates. */
const MOST = 24
const AT_ONCE = 6
/** A slow storage must not keep the player waiting for the sake of an exact axis. */
const LONGEST_MS = 8_000

/** What the list's entries without a length hold, by position; absent where that could not be found out. */
export const measureLengths = async (
  openObject: OpenObject,
  list: MediaPlaylist,
  outer: AbortSignal,
): Promise<Map<number, Measured>> => {
  const measured = new Map<number, Measured>()
  const positions = unmeasured(list)
  if (positions.length === 0) return measured
  // Loaded only for such lists: the reader of segments is large.
  const { createRecordingReader } = await import('../../archive/remux/reading/recording-reader.ts')
  const signal = AbortSignal.any([outer, AbortSignal.timeout(LONGEST_MS)])
  const throttle = { take: async () => true }
  const parts = createPartReader({ openObject, throttle, signal, onBytes: () => {} })
  const read = (part: Pick<Segment, 'url' | 'range' | 'key'>) => {
    const key = part.key && { name: part.key.url, iv: part.key.iv, source: plainLink(part.key.url) }
    return parts.read({ source: plainLink(part.url), range: part.range, key })
  }

  const measure = async (segment: Segment): Promise<Measured> => {
    const init = segment.init && (await read(segment.init))
    const reader = createRecordingReader()
    const { durationS, length } = segment
    const body = await read(segment)
    const { unreadable, lengthS } = reader.push({ body, init, startS: 0, durationS, length, discontinuity: false })
    if (unreadable) throw new Error(unreadable.code)
    return reader.report().pictures > 0 ? (lengthS ?? 0) : 'empty'
  }

  // The last one first: a recorder's empty last entry is the common case (P09).
  const queue = [...positions.slice(-1), ...positions.slice(0, -1)].slice(0, MOST)
  const work = async (): Promise<void> => {
    for (let position = queue.shift(); position !== undefined; position = queue.shift()) {
      const segment = list.segments[position] as Segment
      try {
        measured.set(position, await measure(segment))
      } catch (error) {
        if (error instanceof TransportFault && saysMissing(error.problem)) measured.set(position, 'missing')
        // Anything else says nothing of the recording: the entry keeps its estimate, and playing it tells.
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return measured
}
