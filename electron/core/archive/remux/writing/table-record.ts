import type { TrackFormat } from '../media-samples.ts'
import { addEntry, createSampleTable, type SampleTable } from './sample-table.ts'

/** What was added to the tables, in the order of the file. */
export type TableChange =
  | { kind: 'format'; track: number; format: TrackFormat }
  | { kind: 'run'; track: number; from: number; to: number }

/** The same as it is stored: rows of a run are in `bytes`, seven bytes or so each. */
export type StoredChange =
  | {
      kind: 'format'
      track: number
      format: Omit<TrackFormat, 'sampleEntry' | 'matrix'>
      entry: string
      matrix: string
    }
  | { kind: 'run'; track: number; count: number; lastDuration: number }

const base64 = (bytes: Uint8Array | null): string => (bytes ? Buffer.from(bytes).toString('base64') : '')

/** Whole numbers in as few bytes as they need, seven bits each, the lowest first. */
const createNumbers = () => {
  let bytes = Buffer.allocUnsafe(4_096)
  let length = 0
  return {
    put: (value: number): void => {
      if (length + 10 > bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2)
      let rest = value
      while (rest >= 0x80) {
        bytes[length++] = (rest % 0x80) | 0x80
        rest = Math.floor(rest / 0x80)
      }
      bytes[length++] = rest
    },
    bytes: (): Buffer => bytes.subarray(0, length),
  }
}

/** 0, −1, 1, −2, 2 … as 0, 1, 2, 3, 4 … */
const unsigned = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const signed = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

export const storeChanges = (
  tables: SampleTable[],
  changes: TableChange[],
): { changes: StoredChange[]; bytes: Buffer } => {
  const numbers = createNumbers()
  const stored = changes.map((change): StoredChange => {
    if (change.kind === 'format') {
      const { sampleEntry, matrix, ...format } = change.format
      return { kind: 'format', track: change.track, format, entry: base64(sampleEntry), matrix: base64(matrix) }
    }
    const { track, from, to } = change
    const { dts, offsets, sizes, flags, count, lastDuration } = tables[track] as SampleTable
    for (let at = from; at < to; at++) {
      numbers.put((sizes[at] as number) * 2 + ((flags[at] as number) & 1))
      numbers.put(unsigned((dts[at] as number) - (at > 0 ? (dts[at - 1] as number) : 0)))
      numbers.put(unsigned(offsets[at] as number))
    }
    return { kind: 'run', track, count: to - from, lastDuration: to === count ? lastDuration : 0 }
  })
  return { changes: stored, bytes: numbers.bytes() }
}

/** Adds what was stored to the tables; `place` is the offset of its first sample. Throws for what is no such record. */
export const applyChanges = (
  tables: SampleTable[],
  { changes, bytes }: { changes: StoredChange[]; bytes: Uint8Array },
  place: number,
): void => {
  let at = 0
  const next = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[at++]
      if (byte === undefined || scale > 2 ** 49) throw new RangeError('cut short')
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }
  let where = place
  for (const change of changes) {
    if (change.kind === 'format') {
      const format: TrackFormat = {
        ...change.format,
        sampleEntry: Buffer.from(change.entry, 'base64'),
        matrix: change.matrix === '' ? null : Buffer.from(change.matrix, 'base64'),
      }
      tables[change.track] = createSampleTable(format)
      continue
    }
    const table = tables[change.track]
    if (!table) throw new RangeError('no track')
    for (let n = 0; n < change.count; n++) {
      const head = next()
      const dts = signed(next()) + (table.count > 0 ? (table.dts[table.count - 1] as number) : 0)
      const sizeOf = Math.floor(head / 2)
      addEntry(table, { bytes: sizeOf, flags: head % 2, dts, offset: signed(next()), place: where, duration: 0 })
      where += sizeOf
    }
    table.lastDuration = change.lastDuration
  }
}
