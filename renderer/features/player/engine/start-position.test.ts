import { expect, test } from 'vitest'
import { placeToKeep, startPlace } from './start-position.ts'

test('a link wins over where one left off', () => {
  expect(startPlace(12_300, 40_000, 60)).toEqual({ atS: 12.3, why: 'link' })
  expect(startPlace(null, 40_000, 60)).toEqual({ atS: 40, why: 'resume' })
  expect(startPlace(null, null, 60)).toEqual({ atS: 0, why: 'start' })
})

test('V04: a start beyond the end of the media is ignored', () => {
  expect(startPlace(90_000, null, 6)).toEqual({ atS: 0, why: 'start' })
  expect(startPlace(null, 90_000, 6)).toEqual({ atS: 0, why: 'start' })
})

test('V06: a start that is no number is ignored', () => {
  expect(startPlace(Number.NaN, null, 60)).toEqual({ atS: 0, why: 'start' })
  expect(startPlace(Number.NaN, 40_000, 60)).toEqual({ atS: 40, why: 'resume' })
  expect(startPlace(null, Number.POSITIVE_INFINITY, 60)).toEqual({ atS: 0, why: 'start' })
})

test('nobody is brought back to the last or first seconds', () => {
  expect(startPlace(null, 59_000, 60).why).toBe('start')
  expect(startPlace(null, 1_000, 60).why).toBe('start')
  expect(placeToKeep(59, 60)).toBe(0)
  expect(placeToKeep(31.4, 60)).toBe(31_400)
  expect(placeToKeep(Number.NaN, 60)).toBe(0)
})
