import { expect, test } from 'vitest'
import { AT_ONCE, SPEED_LIMITS } from './archive-values.ts'
import { readLead, readSeconds, withPresent } from './setting-values.ts'

const label = (value: number) => `${value} of yours`

test('what is set now is always among the choices, in order', () => {
  expect(withPresent(AT_ONCE, 2, label)).toHaveLength(AT_ONCE.length)
  expect(withPresent(AT_ONCE, 5, label).map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5', '6', '8'])
  expect(withPresent(SPEED_LIMITS, 3, label)[1]).toEqual({ value: '3', label: '3 of yours' })
})

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
