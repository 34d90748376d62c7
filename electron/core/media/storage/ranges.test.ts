import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContentRange, readRange, resolveRange } from './ranges.ts'

const resolve = (header: string | null, size: number) => resolveRange(readRange(header), size)

describe('X03: borders', () => {
  it.each([
    ['bytes=0-0', 1000, { kind: 'part', first: 0, last: 0 }],
    ['bytes=100-', 1000, { kind: 'part', first: 100, last: 999 }],
    ['bytes=-500', 1000, { kind: 'part', first: 500, last: 999 }],
    ['bytes=-5000', 1000, { kind: 'part', first: 0, last: 999 }],
    ['bytes=-0', 1000, { kind: 'unsatisfiable' }],
    ['bytes=1000-', 1000, { kind: 'unsatisfiable' }],
    ['bytes=5-2', 1000, { kind: 'whole' }],
    ['bytes=0-1,5-6', 1000, { kind: 'whole' }],
    ['items=0-1', 1000, { kind: 'whole' }],
    ['bytes=-', 1000, { kind: 'whole' }],
    ['bytes=99999999999999999999-', 1000, { kind: 'whole' }],
    ['bytes=0-', 0, { kind: 'unsatisfiable' }],
    ['bytes=-1', 0, { kind: 'unsatisfiable' }],
    ['bytes=2147483648-2147483650', 3_000_000_000, { kind: 'part', first: 2_147_483_648, last: 2_147_483_650 }],
    [null, 0, { kind: 'whole' }],
  ])('%s of %d', (header, size, expected) => {
    expect(resolve(header, size)).toEqual(expected)
  })
})

it('a resolved range lies inside the object and inside what was asked for', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.nat(2 ** 40), fc.integer({ min: 0, max: 2 ** 40 }), (a, b, size) => {
      const found = resolve(`bytes=${a}-${b}`, size)
      if (b < a) expect(found).toEqual({ kind: 'whole' })
      else if (a >= size) expect(found).toEqual({ kind: 'unsatisfiable' })
      else expect(found).toEqual({ kind: 'part', first: a, last: Math.min(b, size - 1) })
      const tail = resolve(`bytes=-${a}`, size)
      if (tail.kind === 'part') {
        expect(tail.last).toBe(size - 1)
        expect(tail.last - tail.first + 1).toBe(Math.min(a, size))
      } else expect(a === 0 || size === 0).toBe(true)
    }),
  )
})

describe('D02: Content-Range', () => {
  it.each([
    ['bytes 512-4095/4096', { first: 512, last: 4095, total: 4096 }],
    ['bytes 0-9/*', { first: 0, last: 9, total: null }],
    ['bytes 9-0/10', null],
    ['bytes 0-10/10', null],
    ['items 0-1/2', null],
    ['', null],
    [null, null],
  ])('%s', (header, expected) => {
    expect(readContentRange(header)).toEqual(expected)
  })
})
