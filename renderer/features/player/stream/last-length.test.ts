import { describe, expect, it } from 'vitest'
import { joinBytes } from './bytes.ts'
import { stampsOf } from './key-pictures.ts'
import { createCompleter, type ListedPart } from './neighbours.ts'
import { writePes } from './pes.ts'
import { TABLES, TABLES_WITH_SOUND, VIDEO } from './testing/made-tables.ts'
import { packetize } from './ts-frames.ts'

const IDR = 5
/** A picture of three packets that is shown at this second. */
const picture = (at: number, type: number): Uint8Array => {
  const payload = Uint8Array.from([0, 0, 0, 1, type, ...new Uint8Array(400).fill(7)])
  const pes = { streamId: 0xe0, length: 0, pts: 0, dts: 0, payload }
  return packetize(VIDEO, writePes(pes, at * 90_000, at * 90_000), 0).packets
}
/** Pictures that are shown at these seconds, an IDR picture first. */
const segment = (tables: Uint8Array, ...seconds: number[]): Uint8Array =>
  joinBytes([tables, ...seconds.map((at, i) => picture(at, i === 0 ? IDR : 1))])

/** What hls.js gets for the first segment. */
const givenFirst = async (files: Uint8Array[], duration = 3): Promise<Uint8Array> => {
  const list = files.map(
    (_, sn) =>
      ({ sn, cc: 0, url: `/${sn}`, initSegment: null, start: sn * duration, duration }) as unknown as ListedPart,
  )
  const { complete } = createCompleter(
    () => list,
    async ({ sn }) => files[Number(sn)] as Uint8Array,
  )
  return new Uint8Array(await complete(list[0] as ListedPart, (files[0] as Uint8Array).slice().buffer as ArrayBuffer))
}

/** How long the last picture of the first segment is shown, seconds, and how many others were loaded for that. */
const lastOf = async (files: Uint8Array[], part: Partial<ListedPart> = {}, others: Partial<ListedPart> = {}) => {
  const list = files.map(
    (_, sn) =>
      ({ sn, cc: 0, url: `/${sn}`, initSegment: null, start: sn, ...(sn === 0 ? part : others) }) as ListedPart,
  )
  let loads = 0
  const { complete, lastLength } = createCompleter(
    () => list,
    async ({ sn }) => {
      loads += 1
      return files[Number(sn)] as Uint8Array
    },
  )
  const [first] = list as [ListedPart]
  await complete(first, (files[0] as Uint8Array).slice().buffer as ArrayBuffer)
  const last = lastLength(first)
  return { seconds: last && last.length / 90_000, loads }
}

describe('lastLength', () => {
  it('reaches to the first picture shown behind, over a segment without one', async () => {
    const files = [segment(TABLES, 1, 2), TABLES, segment(TABLES, 9, 8, 10)]
    expect(await lastOf(files, { duration: 7 })).toEqual({ seconds: 6, loads: 2 })
  })

  it('loads nothing when the list says what the picture before suggests', async () => {
    const files = [segment(TABLES, 1, 2), segment(TABLES, 3, 4)]
    expect(await lastOf(files, { duration: 2 })).toEqual({ seconds: null, loads: 0 })
    expect(await lastOf(files, { duration: 3 })).toEqual({ seconds: 1, loads: 1 })
  })

  it('is not known at the end, in front of another clock or an encrypted segment, nor beside sound', async () => {
    const files = [segment(TABLES, 1, 2), segment(TABLES, 9, 10)]
    const unknown = { seconds: null, loads: 0 }
    expect(await lastOf(files.slice(0, 1))).toEqual(unknown)
    expect(await lastOf(files, {}, { cc: 1 })).toEqual(unknown)
    expect(await lastOf(files, {}, { encrypted: true })).toEqual(unknown)
    const sounded = [segment(TABLES_WITH_SOUND, 1, 2), segment(TABLES_WITH_SOUND, 9, 10)]
    expect(await lastOf(sounded, { duration: 2 })).toEqual(unknown)
  })
})

it('K3: a segment that begins at a key picture by accident holds the pictures behind it that are shown before its last one', async () => {
  const files = [segment(TABLES, 1, 4), joinBytes([TABLES, ...[3, 2, 5].map((at) => picture(at, 1))])]
  const made = await givenFirst(files)
  expect(stampsOf(made, VIDEO).map((ticks) => ticks / 90_000)).toEqual([1, 4, 3, 2])
})

it('takes no picture from the next segment when the list says that its own are all', async () => {
  const files = [segment(TABLES, 1, 4), joinBytes([TABLES, ...[3, 2, 5].map((at) => picture(at, 1))])]
  expect(stampsOf(await givenFirst(files, 6), VIDEO)).toHaveLength(2)
})
