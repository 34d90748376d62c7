import { Fragment, PlaylistLevelType } from 'hls.js'
import { describe, expect, it } from 'vitest'
import { joinBytes } from './bytes.ts'
import { createMadeInits, listedInit } from './fragment/made-inits.ts'
import { viewOf } from './mp4/boxes.ts'
import { writePes } from './pes.ts'
import { createRewriter } from './segment-rewriter.ts'
import { TABLES, TABLES_WITH_SOUND, VIDEO } from './testing/made-tables.ts'
import { packetize } from './ts-frames.ts'

const SPS = [0, 0, 0, 1, 0x67, 66, 0xc0, 30, 0xf4, 0x14, 0x0c, 0xff, 0x96, 0x40]
const PPS = [0, 0, 0, 1, 0x68, 0xce, 0x38, 0x80]
const segment = (tables: Uint8Array, sets = [...SPS, ...PPS]): ArrayBuffer => {
  const payload = Uint8Array.from([...sets, 0, 0, 0, 1, 5, ...new Uint8Array(600).fill(7)])
  const pes = writePes({ streamId: 0xe0, length: 0, pts: 0, dts: 0, payload }, 9_000, 9_000)
  return joinBytes([tables, packetize(VIDEO, pes, 0).packets]).buffer as ArrayBuffer
}
const part = (sn: number, cc = 0): Fragment => {
  const made = new Fragment(PlaylistLevelType.MAIN, 'app://desk/media/list')
  return Object.assign(made, { sn, cc })
}
const rewriter = (isPlain: (cc: number) => boolean = () => true) => {
  const give = createMadeInits()
  const rewrite = createRewriter({
    onlyIdr: false,
    sets: new Map(),
    onVideo: () => {},
    onInit: (one, section) => give(one as Fragment, section),
    isPlain,
  })
  return (one: Fragment, data: ArrayBuffer) => {
    const made = rewrite(one, data)
    return viewOf(new Uint8Array(made)).getUint8(0) === 0x47 ? 'TS' : 'MP4'
  }
}

describe('createRewriter', () => {
  it('writes pictures of H.264 alone as MP4, and leaves sound with them and encrypted discontinuities as they are', () => {
    expect(rewriter()(part(0), segment(TABLES))).toBe('MP4')
    expect(rewriter()(part(0), segment(TABLES_WITH_SOUND))).toBe('TS')
    const mixed = rewriter((cc) => cc === 0)
    expect([mixed(part(0), segment(TABLES)), mixed(part(1, 1), segment(TABLES))]).toEqual(['MP4', 'TS'])
  })

  it('writes all segments of a discontinuity as the first one: hls.js looks once what they are', () => {
    const give = rewriter()
    expect([give(part(0), segment(TABLES, [])), give(part(1), segment(TABLES))]).toEqual(['TS', 'TS'])
    expect(give(part(2, 1), segment(TABLES))).toBe('MP4')
    expect(give(part(3, 1), TABLES.slice().buffer as ArrayBuffer)).toBe('MP4')
  })
})

describe('createMadeInits', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values)

  it('gives equal sections one address in a discontinuity, and another one to others', () => {
    const give = createMadeInits()
    const all = [part(0), part(1), part(2), part(3, 1)]
    for (const [i, section] of [bytes(1), bytes(1), bytes(2), bytes(1)].entries()) give(all[i] as Fragment, section)
    const urls = all.map(({ initSegment }) => initSegment?.url)
    expect(urls[1]).toBe(urls[0])
    expect(new Set(urls).size).toBe(3)
    expect(all[0]?.initSegment).toMatchObject({ sn: 'initSegment', data: bytes(1) })
  })

  it('keeps what the list named, also when it is given again (H33)', () => {
    const give = createMadeInits()
    const tables = part(0)
    const one = Object.assign(part(1), { initSegment: tables })
    for (const section of [bytes(1), bytes(2)]) give(one, section)
    expect(one.initSegment).not.toBe(tables)
    expect(listedInit(one)).toBe(tables)
    expect(listedInit(Object.assign(part(2), { initSegment: tables }))).toBe(tables)
  })
})
