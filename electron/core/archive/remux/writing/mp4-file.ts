import { crc32 } from 'node:zlib'
import { type Batch, createBatch, type PartFile } from '../../transfer/part-file.ts'
import type { Sample, TrackFormat, TrackSamples } from '../media-samples.ts'
import { interleave } from './interleave.ts'
import { FTYP, MEDIA_START, mediaHeader, movieBox } from './movie-box.ts'
import { addEntry, createSampleTable, KEY, refusalOf, type SampleTable } from './sample-table.ts'
import type { TableChange } from './table-record.ts'

/** How far a file is: its tables so far, one past the last byte of media, CRC-32 of the media. */
export type FileState = { tables: SampleTable[]; end: number; crc: number }

export const emptyState = (): FileState => ({ tables: [], end: MEDIA_START, crc: 0 })

/** A sample that the tables of an MP4 cannot say without moving it. */
export type Refused = { track: number; sample: number; why: string }

/**
 * An MP4 that grows sample by sample: each byte of media is written once, in the order in which it comes, and the
 * tables at the end (ISO 14496-12; `ftyp`, `mdat`, `moov`). Times are written as they are given. Throws what the
 * disk throws.
 */
export const createMp4File = async (file: PartFile, state: FileState) => {
  const { tables } = state
  let { end, crc } = state
  await file.write([FTYP, mediaHeader(null)], 0)
  await file.truncate(end)
  const batch: Batch = createBatch(file, end, () => {})
  let changes: TableChange[] = []

  const put = (table: SampleTable, { data, bytes, dts, pts, duration, key }: Sample): Promise<void> | undefined => {
    let waits: Promise<void> | undefined
    let written = 0
    for (const part of data) {
      crc = crc32(part, crc)
      written += part.length
      waits = batch.offer(part) ?? waits
    }
    if (written !== bytes) throw new RangeError(`a sample of ${written} bytes says ${bytes}`)
    addEntry(table, { bytes, dts, offset: pts - dts, flags: key ? KEY : 0, place: end, duration })
    end += bytes
    return waits
  }

  return {
    /** Begins tracks; they are numbered in this order. */
    begin: (formats: TrackFormat[]): void => {
      for (const format of formats) {
        changes.push({ kind: 'format', track: tables.length, format })
        tables.push(createSampleTable(format))
      }
    },
    /** Adds samples of one segment. Answers the first that cannot be written as it is; those before it are. */
    add: async (given: TrackSamples[]): Promise<Refused | null> => {
      const byTrack = new Map(given.map(({ track, samples }) => [track, samples]))
      const scaleOf = (track: number): number => tables[track]?.format.timescale ?? 1
      for (const { track, from, to } of interleave(given, scaleOf)) {
        const table = tables[track]
        if (!table) throw new RangeError(`track ${track} has no format`)
        const first = table.count
        const samples = byTrack.get(track) ?? []
        for (let n = from; n < to; n++) {
          const sample = samples[n] as Sample
          const why = refusalOf(table, sample)
          if (why !== null) return { track, sample: table.count, why }
          const waits = put(table, sample)
          if (waits) await waits
        }
        changes.push({ kind: 'run', track, from: first, to: table.count })
      }
      return null
    },
    /** How far the file is now, and what came since the last call. The bytes are in the file after `flush`. */
    take: (): { end: number; crc: number; changes: TableChange[] } => {
      const taken = { end, crc, changes }
      changes = []
      return taken
    },
    /** One past the newest byte of media. */
    end: (): number => end,
    tables: (): readonly SampleTable[] => tables,
    flush: (): Promise<void> => batch.flush(),
    sync: (): Promise<void> => file.sync(),
    /** Writes the tables and closes the box of the media. Answers the size in bytes. */
    finish: async (): Promise<number> => {
      await batch.flush()
      const moov = movieBox(tables)
      await file.write([moov], end)
      await file.truncate(end + moov.length)
      await file.write([mediaHeader(end)], FTYP.length)
      return end + moov.length
    },
    close: (): Promise<void> => file.close(),
  }
}

export type Mp4File = Awaited<ReturnType<typeof createMp4File>>
