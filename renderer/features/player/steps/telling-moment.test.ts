import { expect, test } from 'vitest'
import { tellingMoment } from './telling-moment.ts'

/** Something changes at 0, 3 and 8 s of 12. */
const record = { activity: { bucketMs: 1_000, share: [9, 0, 0, 5, 5, 0, 0, 0, 7, 0, 0, 0] } }

test('a failed session opens shortly before its failure', () => {
  expect(tellingMoment({ text: 'x', atMs: 6_000 }, record, 12_000)).toEqual({ atMs: 4_000, why: 'failure' })
  expect(tellingMoment({ text: 'x', atMs: 500 }, record, 12_000)).toEqual({ atMs: 0, why: 'failure' })
})

test('without a moment of failure it is the last change inside the recording', () => {
  expect(tellingMoment(null, record, 12_000)).toEqual({ atMs: 6_000, why: 'change' })
  expect(tellingMoment({ text: 'x', atMs: null }, record, null)).toEqual({ atMs: 6_000, why: 'change' })
  expect(tellingMoment({ text: 'x', atMs: 99_000 }, record, 8_000)).toEqual({ atMs: 1_000, why: 'change' })
})

test('without both it is 10 s before the end, and nowhere without a length', () => {
  const still = { activity: { bucketMs: 1_000, share: [9, 0, 0, 0] } }
  expect(tellingMoment(null, null, 65_000)).toEqual({ atMs: 55_000, why: 'end' })
  expect(tellingMoment(null, still, 65_000)).toEqual({ atMs: 55_000, why: 'end' })
  expect(tellingMoment(null, null, 4_000)).toEqual({ atMs: 0, why: 'end' })
  expect(tellingMoment(null, null, null)).toBeNull()
})
