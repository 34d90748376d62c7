import { expect, test } from 'vitest'
import { createTrackWatch, positionToKeep, startPosition } from './start-position.ts'

test('a link wins over where one left off', () => {
  expect(startPosition(12_300, 40_000, 60)).toEqual({ atS: 12.3, why: 'link' })
  expect(startPosition(null, 40_000, 60)).toEqual({ atS: 40, why: 'resume' })
  expect(startPosition(null, null, 60)).toEqual({ atS: 0, why: 'start' })
})

test('V04: a start beyond the end of the media is ignored', () => {
  expect(startPosition(90_000, null, 6)).toEqual({ atS: 0, why: 'start' })
  expect(startPosition(null, 90_000, 6)).toEqual({ atS: 0, why: 'start' })
})

test('V06: a start that is no number is ignored', () => {
  expect(startPosition(Number.NaN, null, 60)).toEqual({ atS: 0, why: 'start' })
  expect(startPosition(Number.NaN, 40_000, 60)).toEqual({ atS: 40, why: 'resume' })
  expect(startPosition(null, Number.POSITIVE_INFINITY, 60)).toEqual({ atS: 0, why: 'start' })
})

test('nobody is brought back to the last or first seconds', () => {
  expect(startPosition(null, 59_000, 60).why).toBe('start')
  expect(startPosition(null, 1_000, 60).why).toBe('start')
  expect(positionToKeep(59, 60)).toBe(0)
  expect(positionToKeep(31.4, 60)).toBe(31_400)
  expect(positionToKeep(Number.NaN, 60)).toBe(0)
})

test('M23: rebuilt for its pictures it begins at them, or where someone went until then', () => {
  let hereS = 0
  const restarts: (() => number)[] = []
  const watch = createTrackWatch({ hereS: () => hereS, restart: (place) => restarts.push(place) })
  watch.loaded(0)
  expect(watch.began({ audio: {} })).toBe(true)
  watch.loaded(4)
  expect(watch.began({ video: {} })).toBe(false)
  expect(restarts.map((place) => place())).toEqual([4])
  // The event is over, the rebuilding has not begun.
  hereS = 7
  expect(restarts.map((place) => place())).toEqual([7])
})

test('pictures with or without sound from the beginning need no second one', () => {
  const watch = createTrackWatch({ hereS: () => 0, restart: () => expect.unreachable() })
  expect(watch.began({ video: {} })).toBe(false)
  expect(watch.began({ audio: {}, video: {} })).toBe(true)
  expect(watch.began({ audiovideo: {} })).toBe(true)
})
