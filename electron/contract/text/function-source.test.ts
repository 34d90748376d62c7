import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LARGEST_SOURCE_BYTES } from '../constants/function-constants.ts'
import { sourceBytes, sourceFault } from './function-source.ts'

it('counts bytes as they are sent', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => sourceBytes(text) === Buffer.byteLength(text)))
})

it.each([
  ['', 'empty'],
  [' ', null],
  ['\udc00', 'broken-text'],
  ['𝒳', null],
  ['x'.repeat(LARGEST_SOURCE_BYTES), null],
  ['x'.repeat(LARGEST_SOURCE_BYTES + 1), 'too-large'],
])('%.12j: %s', (source, fault) => expect(sourceFault(source)).toBe(fault))
