import { expect, it } from 'vitest'
import { viewOf } from '../mp4/boxes.ts'
import { nalUnits } from '../nal-units.ts'
import { readLow, readOrder } from '../order-count.ts'
import { stillPictures } from './still-pictures.ts'

const bytesOf = (hex: string) => (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
const START = [0, 0, 0, 1]
/** 160 × 90 as x264 writes it: order counts of type 0 in its first, of type 2 in its second, fields in its third. */
const SETS = Uint8Array.from([...START, ...bytesOf('6764000aacd9428df930e1000003000100000300140f122596')])
const PLAIN = Uint8Array.from([...START, ...bytesOf('6742c00ad9028df93ff003200311000003000100000300140f122648')])
const FIELDS = Uint8Array.from([...START, ...bytesOf('67640015acd9429b7fe0020001e2000003000200000300283e28532c')])
/** An IDR picture: first block 0, I, set 0, number 0, order 0 and more. */
const IDR = Uint8Array.from([...START, 0x65, 0x88, 0x84, 0, 0, 0x7f, 0xff])

/** NAL units with lengths in front, as a byte stream. */
const streamOf = (data: Uint8Array): Uint8Array => {
  const out = data.slice()
  for (let at = 0; at < data.length; at += 4 + viewOf(data).getUint32(at)) out.set(START, at)
  return out
}

it('repeats a picture with order counts that go on, behind a parameter set of its own', () => {
  const made = stillPictures(SETS, IDR, 3)?.map(streamOf) ?? []
  expect(made.map((bytes) => nalUnits(bytes).map(({ type }) => type))).toEqual([[8, 1], [1], [1]])
  const [sps] = nalUnits(SETS)
  const order = sps ? readOrder(SETS, sps) : null
  const lows = made.map((bytes) => {
    const slice = nalUnits(bytes).at(-1)
    return order && slice ? readLow(bytes, slice, order) : null
  })
  expect(lows).toEqual([2, 4, 6])
})

it('repeats a picture without order counts, and none of fields', () => {
  expect(stillPictures(PLAIN, IDR, 2)).toHaveLength(2)
  expect(stillPictures(FIELDS, IDR, 2)).toBeNull()
})
