import { describe, expect, it } from 'vitest'
import { pairOf, togglePick } from './select-two.ts'

describe('choosing two to compare', () => {
  it('takes two, and lets the first go for a third', () => {
    expect(togglePick([], 'a')).toEqual(['a'])
    expect(togglePick(['a'], 'b')).toEqual(['a', 'b'])
    expect(togglePick(['a', 'b'], 'c')).toEqual(['b', 'c'])
    expect(togglePick(['b', 'c'], 'b')).toEqual(['c'])
  })

  const now = { id: 'now', at: 30, side: { kind: 'read', readId: 'r' } } as const
  const old = { id: 'old', at: 10, side: { kind: 'snapshot', snapshotId: 'old' } } as const

  it('puts the earlier side first, in whichever order they were selected', () => {
    expect(pairOf(['now', 'old'], [now, old])).toEqual({ before: old.side, after: now.side })
  })

  it('is no pair when one of them has gone', () => {
    expect(pairOf(['now', 'gone'], [now, old])).toBeNull()
    expect(pairOf(['now'], [now, old])).toBeNull()
  })
})
