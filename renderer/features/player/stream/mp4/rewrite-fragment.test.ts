import { describe, expect, it } from 'vitest'
import { rewriteFragment, videoTrack } from './rewrite-fragment.ts'

const u32 = (value: number): number[] => [24, 16, 8, 0].map((by) => (value >>> by) & 255)
const box = (type: string, ...content: number[][]): number[] => {
  const body = content.flat()
  return [...u32(8 + body.length), ...[...type].map((c) => c.charCodeAt(0)), ...body]
}
const trak = (id: number, handler: string): number[] =>
  box(
    'trak',
    box('tkhd', u32(0), u32(0), u32(0), u32(id)),
    box(
      'mdia',
      box(
        'hdlr',
        u32(0),
        u32(0),
        [...handler].map((c) => c.charCodeAt(0)),
      ),
    ),
  )
/** A fragment of `track` with these shifts (size and shift for each sample). */
const fragment = (track: number, shifts: number[]): Uint8Array =>
  Uint8Array.from(
    box(
      'moof',
      box(
        'traf',
        box('tfhd', u32(0), u32(track)),
        box('trun', u32(0xa01), u32(shifts.length), u32(99), ...shifts.map((shift) => [...u32(7), ...u32(shift)])),
      ),
    ),
  )
const shiftsIn = (bytes: Uint8Array): number[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const run = bytes.findIndex((_, i) => i > 4 && view.getUint32(Math.min(i, bytes.length - 4)) === 0x7472756e)
  return Array.from({ length: view.getUint32(run + 8) }, (_, i) => view.getInt32(run + 20 + i * 8))
}

describe('rewriteFragment', () => {
  it('M30: shows the first picture when it is decoded, and all others as much earlier', () => {
    const delays = new Map<number, number>()
    expect(shiftsIn(rewriteFragment(fragment(2, [2_000, 5_000, 1_000]), 2, 0, delays))).toEqual([0, 3_000, -1_000])
    expect(shiftsIn(rewriteFragment(fragment(2, [3_000, 2_000]), 2, 0, delays))).toEqual([1_000, 0])
  })

  it('P16: shows a first picture that has the time of another one where none is', () => {
    const known = new Map([[2, { duration: 100, size: 7, flags: 0 }]])
    const made = (shifts: number[], delay: number) =>
      shiftsIn(rewriteFragment(fragment(2, shifts), 2, 0, new Map([[0, delay]]), known))
    expect(made([200, 100, 300, 100], 0)).toEqual([300, 100, 300, 100])
    expect(made([200, 100, 300, 100], 200)).toEqual([100, -100, 100, -100])
    // The next place is taken: nothing says which of the two is wrong.
    expect(made([200, 100, 100], 0)).toEqual([200, 100, 100])
  })

  it('leaves sound and fragments without shifts as they are', () => {
    const sound = fragment(1, [2_000])
    expect(rewriteFragment(sound, 2, 0, new Map())).toBe(sound)
    const plain = fragment(2, [0, 0])
    expect(rewriteFragment(plain, 2, 0, new Map())).toBe(plain)
  })

  it('knows the track of pictures from the init section', () => {
    expect(videoTrack(Uint8Array.from(box('moov', trak(1, 'soun'), trak(2, 'vide'))))).toBe(2)
    expect(videoTrack(Uint8Array.from(box('moov', trak(1, 'soun'))))).toBeNull()
  })
})
