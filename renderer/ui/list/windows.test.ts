import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locate, WINDOW_ROWS, windowOf, windowsFor } from './windows.ts'

describe('windowsFor', () => {
  it('names each window once, cut to the list', () => {
    expect(windowsFor(0, 30, 5_000)).toEqual([0])
    expect(windowsFor(90, 130, 5_000)).toEqual([0, 1])
    expect(windowsFor(4_990, 5_040, 5_000)).toEqual([49])
    expect(windowsFor(-20, 5, 3)).toEqual([0])
  })

  it('asks for nothing in an empty list or range', () => {
    expect(windowsFor(0, 30, 0)).toEqual([])
    expect(windowsFor(5, 4, 100)).toEqual([])
  })

  it('covers every row of the range and no window more', () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.nat(400), fc.integer({ min: 1, max: 100_000 }), (first, count, total) => {
        const windows = windowsFor(first, first + count, total)
        for (let i = first; i <= Math.min(first + count, total - 1); i += 7) expect(windows).toContain(windowOf(i))
        for (const w of windows) expect(w * WINDOW_ROWS).toBeLessThan(total)
        expect(windows.length).toBeLessThanOrEqual(Math.ceil(count / WINDOW_ROWS) + 1)
      }),
    )
  })
})

describe('locate', () => {
  const list = (count: number, prefix = 's') => Array.from({ length: count }, (_, i) => `${prefix}${i}`)
  const pager = (rows: string[]) => async (window: number) => ({
    ids: rows.slice(window * WINDOW_ROWS, (window + 1) * WINDOW_ROWS),
    total: rows.length,
  })
  const seen = (index: number) => [0, 1, 2].map((i) => ({ index: index + i, id: `s${index + i}` }))

  it('finds rows that new ones above pushed into another window', async () => {
    const after = [...list(350, 'new'), ...list(1_000)]
    expect(await locate(seen(40), 1_000, pager(after))).toEqual({ shift: 350, total: 1_350 })
  })

  it('sees that rows added below move nothing', async () => {
    const after = [...list(1_000), ...list(250, 'new')]
    expect(await locate(seen(140), 1_000, pager(after))).toEqual({ shift: 0, total: 1_250 })
  })

  it('takes the next row on screen when the first one left the list', async () => {
    const after = list(1_000).filter((id) => id !== 's40')
    expect(await locate(seen(40), 1_000, pager(after))).toEqual({ shift: -1, total: 999 })
  })

  it('says so when the order changed beyond recognition', async () => {
    expect(await locate(seen(40), 1_000, pager(list(1_000, 'other')))).toBeNull()
    expect(await locate([], 1_000, pager(list(10)))).toBeNull()
  })
})
