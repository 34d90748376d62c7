import fc from 'fast-check'
import { expect, it } from 'vitest'
import { similarError } from './similar-error.ts'

it('makes errors one that differ in numbers and ids alone', () => {
  expect(similarError('Timeout after 31 s')).toBe(similarError('Timeout after 32.5 s'))
  expect(similarError('No element #f3a9c21b at 10:41')).toBe(similarError('No element #0b77aa1c2 at 9:03'))
  expect(similarError('Session 8f3a52d0-6c1e-4b7f-9a30-1d2e3f4a5b6c is gone')).toBe('Session # is gone')
  expect(similarError('Login failed')).not.toBe(similarError('Login refused'))
})

it('changes nothing the second time', () => {
  fc.assert(fc.property(fc.string(), (text) => similarError(similarError(text)) === similarError(text)))
})
