import { expect, test } from 'vitest'
import { activityPath, changesOf } from './activity-area.ts'

const lane = { bucketMs: 1_000, share: [0, 1_000, 1_000, 0, 125, 0] }

test('draws one step for each change of height, small changes larger than they are', () => {
  expect(activityPath(lane, { fromS: 0, toS: 6 }, 600)).toBe(
    'M0.0 100H0.0V100.0H100.0V0.0H300.0V100.0H400.0V50.0H500.0V100.0H600.0V100Z',
  )
})

test('draws only what is shown', () => {
  expect(activityPath(lane, { fromS: 4, toS: 5 }, 100)).toBe('M0.0 100H0.0V50.0H100.0V100Z')
  expect(activityPath(lane, { fromS: 6, toS: 9 })).toBe('')
  expect(activityPath(lane, { fromS: 0, toS: 0 })).toBe('')
})

test('thousands of buckets give at most 1,200 steps, and none hides a change', () => {
  const share = Array.from({ length: 2_000 }, (_, at) => (at === 1_501 ? 1_000 : at % 2))
  const path = activityPath({ bucketMs: 100, share }, { fromS: 0, toS: 200 })
  expect(path.match(/H/g)?.length).toBeLessThan(1_300)
  expect(path).toContain('V0.0')
})

test('a change begins where something moves after nothing did', () => {
  expect(changesOf(lane)).toEqual([1, 4])
  expect(changesOf({ bucketMs: 100, share: [5, 5, 0] })).toEqual([0])
})
