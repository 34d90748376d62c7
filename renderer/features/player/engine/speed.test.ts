import { expect, test } from 'vitest'
import { applySpeed, knownSpeed, nextSpeed, SPEEDS, speedText } from './speed.ts'

test('the ladder goes up and down and stays at its ends', () => {
  let rate = 0.25
  const seen = [rate]
  while (nextSpeed(rate, 1) !== rate) {
    rate = nextSpeed(rate, 1)
    seen.push(rate)
  }
  expect(seen).toEqual([...SPEEDS])
  expect(nextSpeed(16, 1)).toBe(16)
  expect(nextSpeed(0.25, -1)).toBe(0.25)
  expect(nextSpeed(1.1, 1)).toBe(1.25)
  expect(nextSpeed(1.1, -1)).toBe(1)
})

test('odd rates are brought into the range', () => {
  expect(knownSpeed(Number.NaN)).toBe(1)
  expect(knownSpeed(99)).toBe(16)
  expect(knownSpeed(0)).toBe(0.25)
  expect(speedText(1.25)).toBe('1.25×')
  expect(speedText(2)).toBe('2×')
})

test('a media element that refuses high rates gets the highest it takes', () => {
  let now = 1
  const media = {
    get playbackRate() {
      return now
    },
    set playbackRate(rate: number) {
      if (rate > 4) throw new Error('NotSupportedError')
      now = rate
    },
    defaultPlaybackRate: 1,
  }
  expect(applySpeed(media, 16)).toBe(4)
  expect(applySpeed(media, 0.25)).toBe(0.25)
})
