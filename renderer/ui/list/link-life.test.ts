import { expect, it } from 'vitest'
import { linkLife, linkTick } from './link-life.ts'

const now = Date.UTC(2026, 10, 28, 10)
const at = (ms: number, renewable = false) => linkLife(now + ms, now, renewable)

it('counts down in the largest unit that is true', () => {
  expect(at(45_900)?.text).toBe('45 s')
  expect(at(400)?.text).toBe('1 s')
  expect(at(14 * 60_000 + 59_000)?.text).toBe('14 min')
  expect(at(5 * 3_600_000 + 1)?.text).toBe('5 h')
  expect(at(47.5 * 3_600_000)?.text).toBe('47 h')
  expect(at(3.9 * 86_400_000)?.text).toBe('3 d')
})

it('says Expired when the time is over', () => {
  expect(at(0)?.text).toBe('Expired')
  expect(at(-1, true)?.text).toBe('Expired')
})

it('is amber below one hour and red when expired only where links cannot be renewed', () => {
  expect(at(3_600_000)?.tone).toBe('neutral')
  expect(at(3_599_999)?.tone).toBe('attention')
  expect(at(1)?.tone).toBe('attention')
  expect(at(0)?.tone).toBe('error')
  for (const ms of [3_599_999, 1, 0, -1]) expect(at(ms, true)?.tone).toBe('neutral')
})

it('is null when no expiry is known', () => {
  expect(linkLife(null, now, true)).toBeNull()
  expect(linkLife(Number.NaN, now, true)).toBeNull()
})

it('ticks each second only near the end', () => {
  expect(linkTick(now + 60_000, now)).toBe(1_000)
  expect(linkTick(now + 600_000, now)).toBe(15_000)
  expect(linkTick(now - 1, now)).toBe(15_000)
  expect(linkTick(null, now)).toBe(15_000)
})
