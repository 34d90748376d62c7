import { expect, it } from 'vitest'
import { afterTime, HIDDEN, nextEnd, nothing, without, withValues } from './revealed.ts'

const AT = 1_000_000
const a = { id: 'a', value: 'secret-a' }
const b = { id: 'b', value: 'secret-b' }

it('shows a value for a minute, each from its own moment', () => {
  const both = withValues(withValues(HIDDEN, [a], false, AT), [b], false, AT + 20_000)
  expect(nextEnd(both)).toBe(AT + 60_000)
  const later = afterTime(both, AT + 60_000)
  expect([...later.values.keys()]).toEqual(['b'])
  expect(nextEnd(later)).toBe(AT + 80_000)
  expect(afterTime(later, AT + 80_000).values.size).toBe(0)
})

it('is the same object while nothing ends, so that nothing is drawn again', () => {
  const one = withValues(HIDDEN, [a], false, AT)
  expect(afterTime(one, AT + 59_999)).toBe(one)
})

it('all values end together, and leave no value behind', () => {
  const all = withValues(withValues(HIDDEN, [a], false, AT), [a, b], true, AT + 30_000)
  expect(all.allUntil).toBe(AT + 90_000)
  const ended = afterTime(all, AT + 90_000)
  expect(ended.allUntil).toBeNull()
  expect(JSON.stringify([...ended.values])).not.toContain('secret')
  expect(nextEnd(ended)).toBeNull()
})

it('hides one, or everything at once and what was asked before', () => {
  const all = withValues(HIDDEN, [a, b], true, AT)
  expect([...without(all, 'a').values.keys()]).toEqual(['b'])
  expect(without(without(all, 'a'), 'b').allUntil).toBeNull()
  const hidden = nothing(all)
  expect(hidden.values.size).toBe(0)
  expect(hidden.turn).toBe(all.turn + 1)
})
