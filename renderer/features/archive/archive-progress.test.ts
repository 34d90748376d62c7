import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leftText, percentText, rateText, shareOf, sizeText, totalsText } from './archive-progress.ts'

const idle = { items: 0, done: 0, doneBytes: 0, running: 0, queued: 0, failed: 0, rate: 0, leftMs: null, blocked: null }

it('says what is kept, what runs, how fast and how long', () => {
  const busy = { ...idle, items: 315, done: 300, doneBytes: 12.4 * 1024 ** 3, running: 2, queued: 12, failed: 1 }
  expect(totalsText({ ...busy, rate: 14.2 * 1024 ** 2, leftMs: 95_000 })).toBe(
    '300 archived, 12.4 GB · 2 running · 12 queued · 1 failed · 14.2 MB/s · 1 min left',
  )
})

it('promises nothing while nothing runs', () => {
  expect(totalsText({ ...idle, items: 3, queued: 3, leftMs: 5_000 })).toBe('No recordings yet · 3 queued')
  expect(totalsText(idle)).toBe('')
})

const MB = 1024 ** 2

it('shows a share only while something is left to fetch', () => {
  expect(shareOf({ state: 'fetching', bytes: 5, totalBytes: 10 })).toBe(0.5)
  expect(shareOf({ state: 'paused', bytes: 20, totalBytes: 10 })).toBe(1)
  expect(shareOf({ state: 'done', bytes: 10, totalBytes: 10 })).toBeNull()
})

it('D07: claims no percent while the size is unknown', () => {
  expect(shareOf({ state: 'fetching', bytes: 5, totalBytes: null })).toBeNull()
  expect(sizeText({ state: 'fetching', bytes: 5 * MB, totalBytes: null }).text).toBe('5 MB')
  expect(sizeText({ state: 'queued', bytes: 0, totalBytes: null }).text).toBe('')
})

it('never says 100 percent before the file is whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (total, part) => {
      const bytes = Math.floor(total * part)
      const share = shareOf({ state: 'fetching', bytes, totalBytes: total })
      expect(percentText(share ?? 0) === '100%').toBe(bytes === total)
    }),
  )
})

it('says size, rate and time in plain units', () => {
  expect(sizeText({ state: 'fetching', bytes: 14 * MB, totalBytes: 38 * MB })).toEqual({
    text: '38 MB',
    title: '14 MB of 38 MB (39,845,888 bytes)',
  })
  expect(sizeText({ state: 'done', bytes: 40_055_193, totalBytes: 40_055_193 })).toEqual({
    text: '38.2 MB',
    title: '40,055,193 bytes',
  })
  expect(rateText(14.2 * MB)).toBe('14.2 MB/s')
  expect([rateText(null), rateText(Number.NaN)]).toEqual(['', ''])
  expect([leftText(61_000), leftText(20), leftText(null), leftText(Number.POSITIVE_INFINITY)]).toEqual([
    '1 min',
    '1 s',
    '',
    '',
  ])
})
