import { describe, expect, it } from 'vitest'
import { joinBytes } from '../bytes.ts'
import { boxesIn, find, viewOf } from '../mp4/boxes.ts'
import { avcTrack } from '../mp4/key-fragments.ts'
import { timescaleOf } from '../mp4/rewrite-fragment.ts'
import { runsIn } from '../mp4/runs.ts'
import { writePes } from '../pes.ts'
import { TABLES, VIDEO } from '../testing/made-tables.ts'
import { packetize } from '../ts-frames.ts'
import { TICKS, VIDEO as TRACK } from './picture-init.ts'
import { createFragments } from './to-fragments.ts'

const START = [0, 0, 0, 1]
/** Baseline, order counts of type 0; 160 × 90 (one of these macroblock rows is cropped), or 320 × 176 without a crop. */
const SMALL = [0x67, 66, 0xc0, 30, 0xf4, 0x14, 0x0c, 0xff, 0x96, 0x40]
const PPS = [0x68, 0xce, 0x38, 0x80]
const TURN = 2 ** 33

type Made = { at: number; dts?: number; type?: number; sets?: number[][] }
/** A segment of pictures, times in 90 kHz. */
const segment = (...pictures: Made[]): Uint8Array =>
  joinBytes([
    TABLES,
    ...pictures.map(({ at, dts = at, type = 1, sets = [] }, i) => {
      const units = [[9, 0xf0], ...sets, [type, 0x80, i, 7]].flatMap((unit) => [...START, ...unit])
      const pes = { streamId: 0xe0, length: 0, pts: at, dts, payload: Uint8Array.from(units) }
      return packetize(VIDEO, writePes(pes, at, dts), 0).packets
    }),
  ])
const KEY = { type: 5, sets: [SMALL, PPS] }

const rows = (bytes: Uint8Array) => {
  const view = viewOf(bytes)
  return boxesIn(view, 0, bytes.length)
    .filter(({ type }) => type === 'moof')
    .flatMap((moof) => runsIn(view, moof, moof.from - 8, new Map()))
}
/** When each picture of a fragment is shown, for how long, and whether decoding begins there, in decode order. */
const shownIn = (bytes: Uint8Array) =>
  rows(bytes).flatMap(({ at, samples }) => {
    let decoded = at
    return samples.map(({ duration, shift, flags }) => {
      decoded += duration
      return [decoded - duration + shift, duration, (flags & 0x10000) === 0]
    })
  })

const converter = () => {
  const sections: Uint8Array[] = []
  const convert = createFragments((_, section) => sections.push(section))
  const give = (sn: number, bytes: Uint8Array, length: number | null = null, part = {}, beforeIdr = false) => {
    let startS = sn
    const own = { sn, cc: 0, start: sn, duration: 0, setStart: (to: number) => (startS = to), ...part }
    const made = convert(own as never, bytes, VIDEO, {
      sets: null,
      last: length === null ? null : { length, beforeIdr },
    })
    return { bytes: made ?? new Uint8Array(), made, startS }
  }
  return { sections, give }
}

describe('createFragments', () => {
  it('shows uneven pictures at their times, each up to the next, and the last one as long as is known', () => {
    const { give } = converter()
    const { bytes } = give(0, segment({ at: 9_000, ...KEY }, { at: 12_600 }, { at: 30_000 }), 630_000)
    expect(shownIn(bytes)).toEqual([
      [9_000, 3_600, true],
      [12_600, 17_400, false],
      [30_000, 630_000, false],
    ])
  })

  it('repeats a picture that stands still in front of an IDR picture, half a second each', () => {
    const { give } = converter()
    const { bytes } = give(0, segment({ at: 0, ...KEY }, { at: 9_000, type: 0x21 }), 100_000, {}, true)
    expect(shownIn(bytes).slice(1)).toEqual([
      [9_000, 45_000, false],
      [54_000, 45_000, false],
      [99_000, 10_000, false],
    ])
  })

  it('M30: keeps the times of B pictures, and decodes without a step over segments that follow one another', () => {
    const { give } = converter()
    const order = [0, 3, 1, 2].map((n, i) => ({ at: 9_000 * (n + 1), dts: 9_000 * i, ...(n === 0 ? KEY : {}) }))
    const first = give(0, segment(...order), 9_000).bytes
    expect(shownIn(first).map(([at, length]) => [at, length])).toEqual(
      [0, 3, 1, 2].map((n) => [9_000 * (n + 1), 9_000]),
    )
    const next = give(1, segment(...order.map(({ at, ...rest }) => ({ ...rest, at: at + 36_000 }))), 9_000).bytes
    const [before, behind] = [rows(first)[0], rows(next)[0]]
    expect(behind?.at).toBe((before?.at ?? 0) + 4 * 9_000)
  })

  it('gives the last picture the length before, and a lone one what the list says, where nothing else is known', () => {
    const { give } = converter()
    expect(shownIn(give(0, segment({ at: 0, ...KEY }, { at: 4_000 })).bytes)[1]?.[1]).toBe(4_000)
    expect(shownIn(give(9, segment({ at: 0, ...KEY }), null, { duration: 2 }).bytes)[0]?.[1]).toBe(2 * TICKS)
  })

  it('goes on over the turn of stamps inside a segment', () => {
    const shown = shownIn(converter().give(0, segment({ at: TURN - 3_600, ...KEY }, { at: 3_600 }), 3_600).bytes)
    expect(shown).toEqual([
      [TURN - 3_600, 7_200, true],
      [TURN + 3_600, 3_600, false],
    ])
  })

  it('writes NAL units with their lengths, without delimiters', () => {
    const { bytes } = converter().give(0, segment({ at: 0, type: 5, sets: [SMALL, PPS] }))
    const [run] = rows(bytes)
    const data = [...bytes.subarray(run?.dataAt)]
    const sized = (unit: number[]) => [0, 0, 0, unit.length, ...unit]
    expect(data).toEqual([...sized(SMALL), ...sized(PPS), ...sized([5, 0x80, 0, 7])])
  })

  it('names H.264 with the clock of the stream, and its parameter sets', () => {
    const { sections, give } = converter()
    give(0, segment({ at: 0, ...KEY }))
    const [section = new Uint8Array()] = sections
    expect(avcTrack(section)?.id).toBe(TRACK)
    expect(timescaleOf(section, TRACK)).toBe(TICKS)
    const text = String.fromCharCode(...section)
    for (const unit of [SMALL, PPS]) expect(text).toContain(String.fromCharCode(0, unit.length, ...unit))
  })

  it('puts another init section in front of pictures whose parameter sets change, and keeps it for what follows', () => {
    const { sections, give } = converter()
    const other = [...PPS, 0x40]
    const changed = { type: 5, sets: [SMALL, other] }
    const { bytes } = give(0, segment({ at: 0, ...KEY }, { at: 9_000, ...changed }), 9_000)
    expect(boxesIn(viewOf(bytes), 0, bytes.length).map(({ type }) => type)).toEqual([
      ...['moof', 'mdat', 'ftyp', 'moov', 'moof', 'mdat'],
    ])
    expect(find(viewOf(bytes), ['moov', 'trak'], { from: 0, to: bytes.length })).not.toBeNull()
    expect(shownIn(bytes).map(([at]) => at)).toEqual([0, 9_000])
    give(1, segment({ at: 18_000 }))
    expect(sections[1]).not.toEqual(sections[0])
  })

  it('lays a segment where its clock says when the list is far off (K9)', () => {
    const { give } = converter()
    expect(give(0, segment({ at: 9_000, ...KEY })).startS).toBe(0)
    expect(give(5, segment({ at: 9_000 + 20 * TICKS, ...KEY })).startS).toBe(20)
    expect(give(8, segment({ at: 9_000 + 8.2 * TICKS, ...KEY })).startS).toBe(8)
  })

  it('answers an empty fragment for a segment without a picture, and null while no parameter sets are known', () => {
    const { give } = converter()
    expect(give(0, segment({ at: 0 })).made).toBeNull()
    give(1, segment({ at: 0, ...KEY }))
    const { bytes } = give(2, TABLES)
    expect(boxesIn(viewOf(bytes), 0, bytes.length).map(({ type }) => type)).toEqual(['moof'])
    expect(shownIn(bytes)).toEqual([])
  })
})
