import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffValues } from './value-diff.ts'

describe('two values', () => {
  it('share their ends', () => {
    expect(diffValues('s3.5f0e.8a', 's3.77.8a')).toEqual({
      before: { head: 's3.', own: '5f0e', tail: '.8a' },
      after: { head: 's3.', own: '77', tail: '.8a' },
    })
  })

  it('are not counted twice where one is the other with more of the same', () => {
    expect(diffValues('aa', 'aaa').after).toEqual({ head: 'aa', own: 'a', tail: '' })
    expect(diffValues('', 'x')).toEqual({
      before: { head: '', own: '', tail: '' },
      after: { head: '', own: 'x', tail: '' },
    })
  })

  it('C16: no character is cut in two', () => {
    expect(diffValues('🍪', '🍩')).toEqual({
      before: { head: '', own: '🍪', tail: '' },
      after: { head: '', own: '🍩', tail: '' },
    })
  })

  it('are whole again when their parts are joined', () => {
    const joined = ({ head, own, tail }: { head: string; own: string; tail: string }) => head + own + tail
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const parts = diffValues(a, b)
        return joined(parts.before) === a && joined(parts.after) === b
      }),
    )
  })
})
