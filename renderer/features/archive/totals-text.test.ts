import { expect, it } from 'vitest'
import { totalsWords } from './totals-text.ts'

const idle = { items: 0, done: 0, doneBytes: 0, running: 0, queued: 0, failed: 0, rate: 0, leftMs: null, held: null }

it('says what is kept, what runs, how fast and how long', () => {
  const busy = { ...idle, items: 315, done: 300, doneBytes: 12.4 * 1024 ** 3, running: 2, queued: 12, failed: 1 }
  expect(totalsWords({ ...busy, rate: 14.2 * 1024 ** 2, leftMs: 95_000 })).toBe(
    '300 archived, 12.4 GB · 2 running · 12 queued · 1 with a problem · 14.2 MB/s · 1 min left',
  )
})

it('promises nothing while nothing runs', () => {
  expect(totalsWords({ ...idle, items: 3, queued: 3, leftMs: 5_000 })).toBe('Nothing archived yet · 3 queued')
  expect(totalsWords(idle)).toBe('')
})
