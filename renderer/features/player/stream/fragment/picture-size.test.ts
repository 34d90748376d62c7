import { expect, it } from 'vitest'
import { nalUnits } from '../nal-units.ts'
import { pictureFormat } from './picture-size.ts'

/** An SPS as x264 writes it, in hexadecimal. */
const formatOf = (hex: string) => {
  const bytes = Uint8Array.from([0, 0, 0, 1, ...(hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))])
  const [sps] = nalUnits(bytes)
  return sps ? pictureFormat(bytes, sps) : null
}

it('reads size and aspect of pixels, by the table and by two numbers', () => {
  const high = { chroma: 1, depths: [0, 0] }
  expect(formatOf('6764000aacd9428df930e1000003000100000300140f122596')).toEqual({
    ...{ width: 160, height: 90, aspect: [4, 3], high },
  })
  expect(formatOf('6742c00ad9028df93ff003200311000003000100000300140f122648')).toEqual({
    ...{ width: 160, height: 90, aspect: [50, 49], high: null },
  })
})

it('reads the size of 4:4:4 and of interlaced pictures', () => {
  expect(formatOf('67f4000a919b2851bf3e022000000300200000030281e244b2c0')).toEqual({
    ...{ width: 160, height: 90, aspect: [1, 1], high: { chroma: 3, depths: [0, 0] } },
  })
  expect(formatOf('67640015acd9429b7fe0020001e2000003000200000300283e28532c')).toMatchObject({ width: 160, height: 96 })
})
