import { expect, test } from 'vitest'
import { readLead, readSeconds } from './setting-values.ts'

test.each([
  ['120', 120],
  [' 90 s ', 90],
  ['2 min', 120],
  ['1,5 m', 90],
  ['2:30', 150],
  ['', null],
  ['-5', null],
  ['soon', null],
  ['1e3', null],
])('%j is %s seconds', (text, seconds) => expect(readSeconds(text)).toBe(seconds))

test('the lead time has bounds, and says so', () => {
  expect(readLead('10')).toEqual({ seconds: 10 })
  expect(readLead('60 min')).toEqual({ seconds: 3600 })
  expect(readLead('9')).toHaveProperty('error')
  expect(readLead('61 min')).toHaveProperty('error')
})
