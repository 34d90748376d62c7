import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { fail, ok, type Result } from '../../../../../contract/result.ts'
import type { Verified } from '../../../archive-types.ts'
import { piecesOf } from '../../disk/durable.ts'
import { type FileBox, walkBoxes } from './file-boxes.ts'
import { readFragment } from './fragment.ts'
import { readMovie, type Track } from './movie.ts'
import { BadTables } from './sample-list.ts'
import { createUnitScanner } from './unit-scanner.ts'

/** Tables of a recording of days have some ten megabytes; larger ones are not read. */
const LARGEST_TABLES = 192 * 1024 ** 2
const AGAIN = { next: 'Archive it again.' }

/** What the tables and a look at every byte say of a file. */
export type ReadBack = Omit<Verified, 'bytes'>

const unreadable = (details: string) => fail('media-error', 'The file is not a readable MP4.', { ...AGAIN, details })

const readBox = async (handle: FileHandle, { at, bytes, headBytes }: FileBox): Promise<Buffer> => {
  if (bytes > LARGEST_TABLES) throw new BadTables('tables too large')
  const content = Buffer.allocUnsafe(bytes - headBytes)
  for (let done = 0; done < content.length; ) {
    const { bytesRead } = await handle.read(content, done, content.length - done, at + headBytes + done)
    if (bytesRead === 0) throw new BadTables('the file became shorter')
    done += bytesRead
  }
  return content
}

/** Container and tables; problem `media-error` for what is no whole MP4. */
const readTables = async (
  handle: FileHandle,
  size: number,
  signal?: AbortSignal,
): Promise<Result<{ tracks: Track[]; warnings: string[] }>> => {
  let tracks: Track[] | null = null
  const onBox = async (box: FileBox): Promise<void> => {
    if (box.type === 'moov' && tracks === null) tracks = readMovie(await readBox(handle, box), size)
    if (box.type === 'moof' && tracks !== null) readFragment(await readBox(handle, box), box.at, tracks, size)
  }
  try {
    const walked = await walkBoxes(handle, size, onBox, signal)
    return walked.ok ? ok({ tracks: tracks ?? [], warnings: walked.value.warnings }) : walked
  } catch (error) {
    // Tables that contradict themselves, and numbers that lead out of them.
    if (error instanceof BadTables || error instanceof RangeError) return unreadable(error.message)
    throw error
  }
}

/** The track that is shown: enabled ones first, then the one with the most pictures; stills are covers. */
const shownOf = (tracks: Track[]): Track | null => {
  const videos = tracks.filter(({ kind, samples }) => kind === 'video' && samples.count() > 0)
  const enabled = videos.filter((track) => track.enabled)
  const among = enabled.length > 0 ? enabled : videos
  return among.reduce<Track | null>(
    (most, track) => (most && most.samples.count() >= track.samples.count() ? most : track),
    null,
  )
}

/** True when every sample lies inside the file. */
const isInside = ({ samples }: Track, size: number): boolean => {
  const [places, sizes] = [samples.places(), samples.sizes()]
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number
    if (place < 0 || place + (sizes[at] as number) > size) return false
  }
  return true
}

const factsOf = (track: Track): Omit<ReadBack, 'sha256' | 'samples' | 'damage'> => {
  const { samples, timescale, entries } = track
  const length = samples.length()
  const durationMs = length === null || timescale === 0 ? null : Math.round((length / timescale) * 1_000)
  const [entry] = entries
  return {
    durationMs,
    codec: entry?.codec ?? null,
    width: entry?.width || null,
    height: entry?.height || null,
    pictures: samples.count(),
    warnings: [
      ...(entry?.codec ? [] : ['The video codec is not supported.']),
      ...(durationMs === null ? ['The length of the recording is unknown.'] : []),
    ],
  }
}

/** Empty pictures and key pictures by the tables alone: for codecs whose units are not looked at. */
const byTables = ({ samples }: Track) => {
  const sizes = samples.sizes()
  let [empty, keys] = [0, 0]
  for (let at = 0; at < sizes.length; at++) {
    if (sizes[at] === 0) empty++
    else if (samples.isKey(at)) keys++
  }
  return { faults: { broken: 0, empty, joint: 0 }, keys }
}

/**
 * Reads a finished file once, from its first byte to its last: SHA-256, and every sample of its tables, where it
 * stands, in order of time, with units that fill it, a slice, and no second picture. Memory holds 13 bytes for each
 * sample. Problem `media-error`: no whole MP4, or no picture. Rejects with the signal's reason when aborted.
 */
export const readBack = async (path: string, size: number, signal?: AbortSignal): Promise<Result<ReadBack>> => {
  const handle = await open(path, 'r')
  const tables = await readTables(handle, size, signal).finally(() => handle.close())
  if (!tables.ok) return tables
  const { tracks, warnings } = tables.value
  const shown = shownOf(tracks)
  if (!shown) return fail('media-error', 'The file has no video frames.', AGAIN)
  if (!tracks.every((track) => isInside(track, size))) {
    return fail('media-error', 'The file ends before the recording does.', { ...AGAIN, details: 'samples' })
  }
  const form = shown.entries.length > 0 && shown.entries.every(({ nal }) => nal) ? shown.entries[0]?.nal : null
  const scanner = form ? createUnitScanner(shown.samples, form) : null
  const hash = createHash('sha256')
  let at = 0
  for await (const piece of piecesOf(path, signal)) {
    hash.update(piece)
    scanner?.feed(piece, at)
    at += piece.length
  }
  if (at !== size) return fail('media-error', 'The file changed while it was read.', AGAIN)
  const { faults, keys } = scanner?.result() ?? byTables(shown)
  const facts = factsOf(shown)
  const disorder = tracks.reduce((sum, { samples }) => sum + samples.disorder(), 0)
  if (keys === 0) return fail('media-error', 'The recording has no key frame.', AGAIN)
  const damaged = faults.broken + faults.empty + faults.joint + disorder > 0
  return ok({
    ...facts,
    sha256: hash.digest('hex'),
    samples: tracks.filter(({ samples }) => samples.count() > 0).map(({ samples }) => samples.count()),
    damage: damaged ? { ...faults, disorder } : null,
    warnings: [...warnings, ...facts.warnings],
  })
}
