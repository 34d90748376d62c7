import { describe, expect, test } from 'vitest'
import { withTags } from './tags.ts'

describe('tags', () => {
  test('parts at commas, trims, and leaves out what is empty', () => {
    expect(withTags(['a'], ' b ,, c d ,')).toEqual(['a', 'b', 'c d'])
  })

  test('one that is there already is not added again, whatever its case', () => {
    expect(withTags(['Refund'], 'refund, REFUND, other, Other')).toEqual(['Refund', 'other'])
  })

  test('60 characters each, 50 in all', () => {
    expect(withTags([], 'x'.repeat(70))).toEqual(['x'.repeat(60)])
    const many = Array.from({ length: 60 }, (_, index) => `t${index}`)
    expect(withTags(many.slice(0, 49), 'one, two')).toEqual([...many.slice(0, 49), 'one'])
  })
})
