import { expect, test } from 'vitest'
import { AT_ONCE, SPEED_LIMITS } from './archive-values.ts'
import { withPresent } from './choices.ts'

const label = (value: number) => `${value} of yours`

test('what is set now is always among the choices, in order', () => {
  expect(withPresent(AT_ONCE, 2, label)).toHaveLength(AT_ONCE.length)
  expect(withPresent(AT_ONCE, 5, label).map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5', '6', '8'])
  expect(withPresent(SPEED_LIMITS, 3, label)[1]).toEqual({ value: '3', label: '3 of yours' })
})
