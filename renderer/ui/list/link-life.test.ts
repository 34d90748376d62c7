import { expect, it } from 'vitest'
import { linkLife, linkTick } from './link-life.ts'

const now = Date.UTC(2026, 10, 28, 10)
const at = (ms: number) => linkLife(now + ms, now, 120_000)

it('counts down in the largest unit that is true', () => {
  expect(at(45_900)?.text).toBe('45 s')
  expect(at(400)?.text).toBe('1 s')
  expect(at(14 * 60_000 + 59_000)?.text).toBe('14 min')
  expect(at(5 * 3_600_000 + 1)?.text).toBe('5 h')
  expect(at(47.5 * 3_600_000)?.text).toBe('47 h')
  expect(at(3.9 * 86_400_000)?.text).toBe('3 d')
})

it('is amber below one hour, red when dead, calm before', () => {
  expect(at(3_600_000)?.tone).toBe('neutral')
  expect(at(3_599_999)?.tone).toBe('waiting')
  expect(at(1)?.tone).toBe('waiting')
  expect(at(0)?.tone).toBe('dead')
  expect(at(-1)?.text).toBe('dead')
})

it('is amber below the lead time when that is longer than an hour', () => {
  expect(linkLife(now + 2 * 3_600_000, now, 3 * 3_600_000)?.tone).toBe('waiting')
})

it('says nothing when no expiry is known', () => {
  expect(linkLife(null, now)).toBeNull()
  expect(linkLife(Number.NaN, now)).toBeNull()
})

it('ticks each second only near the end', () => {
  expect(linkTick(now + 60_000, now)).toBe(1_000)
  expect(linkTick(now + 600_000, now)).toBe(15_000)
  expect(linkTick(now - 1, now)).toBe(15_000)
  expect(linkTick(null, now)).toBe(15_000)
})
