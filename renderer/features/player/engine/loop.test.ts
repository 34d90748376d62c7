import { expect, test } from 'vitest'
import { loopIn, loopJump, loopOut, NO_LOOP, toggleLoop } from './loop.ts'

test('in, then out, turns the loop on', () => {
  const loop = loopOut(loopIn(NO_LOOP, 2), 5)
  expect(loop).toEqual({ in: 2, out: 5, on: true })
  expect(loopJump(loop, 4.98, 5.01)).toBe(2)
  expect(loopJump(loop, 3, 3.04)).toBeNull()
})

test('an in point behind the out point drops the out point, and the other way round', () => {
  const loop = loopOut(loopIn(NO_LOOP, 2), 5)
  expect(loopIn(loop, 7)).toEqual({ in: 7, out: null, on: false })
  expect(loopOut(loop, 1)).toEqual({ in: null, out: 1, on: false })
})

test('an out point alone loops from the start', () => {
  expect(loopOut(NO_LOOP, 4)).toEqual({ in: 0, out: 4, on: true })
})

test('a seek behind the loop is not pulled back', () => {
  const loop = loopOut(loopIn(NO_LOOP, 2), 5)
  expect(loopJump(loop, 8, 8.04)).toBeNull()
})

test('R loops the whole recording when no ends are set, and keeps ends when it is turned off', () => {
  const whole = toggleLoop(NO_LOOP, 60)
  expect(whole).toEqual({ in: 0, out: 60, on: true })
  expect(toggleLoop(whole, 60)).toEqual({ in: 0, out: 60, on: false })
  expect(toggleLoop(NO_LOOP, null)).toEqual(NO_LOOP)
})
