import { expect, test } from 'vitest'
import { reviewIds } from './review-ids.ts'

const listed = Array.from({ length: 12_000 }, (_, n) => `s${n}`)

test('takes all that match, or those selected in the order of the list', () => {
  expect(reviewIds(['a', 'b', 'c'], 3, null, 'b')).toEqual({ ids: ['a', 'b', 'c'], matching: 3 })
  expect(reviewIds(['a', 'b', 'c'], 3, ['gone', 'c', 'a'], null)).toEqual({ ids: ['a', 'c', 'gone'], matching: 3 })
  expect(reviewIds([], 0, null, null)).toEqual({ ids: [], matching: 0 })
})

test('holds ten thousand, those from the first on', () => {
  const { ids, matching } = reviewIds(listed, 12_000, null, 's500')
  expect([ids.length, ids[0], ids.at(-1), matching]).toEqual([10_000, 's500', 's10499', 12_000])
  expect(reviewIds(listed, 12_000, null, 's11999').ids).toContain('s11999')
  expect(reviewIds(listed, 12_000, null, null).ids[0]).toBe('s0')
  expect(reviewIds(listed, 12_000, listed, null)).toMatchObject({ matching: 12_000 })
  expect(reviewIds(listed, 12_000, listed, null).ids).toHaveLength(10_000)
})
