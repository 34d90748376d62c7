import { expect, it } from 'vitest'
import { every, NOTHING, only } from '../../ui/list/selection.ts'
import { detailOf } from './archive-selection.ts'
import { testItem } from './testing/test-item.ts'

it('shows details of one item, not of several', () => {
  const [a, b] = [testItem({ id: 'i0' }), testItem({ id: 'i1' })]
  expect(detailOf(only(a, 0))?.id).toBe('i0')
  expect(detailOf(every(NOTHING, [a, b]))).toBeNull()
  expect(detailOf(NOTHING)).toBeNull()
})
