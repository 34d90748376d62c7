import { expect, test } from 'vitest'
import { foldDigits } from './key-ranges.ts'

test('ten digits are shown as one range', () => {
  expect(foldDigits('0123456789'.split(''))).toEqual({ single: [], range: ['0', '9'] })
  expect(foldDigits(['Space', 'K'])).toEqual({ single: ['Space', 'K'], range: null })
  expect(foldDigits(['1', '2'])).toEqual({ single: ['1', '2'], range: null })
})
