import { expect, test } from 'vitest'
import { transferWords } from './transfer-text.ts'

const idle = { items: 9, done: 9, doneBytes: 5, running: 0, queued: 0, failed: 0, rate: 0, leftMs: null, held: null }

test('says how many, how fast and how long', () => {
  const words = transferWords({ ...idle, running: 2, queued: 4, rate: 14.2 * 1024 ** 2, leftMs: 61_000 })
  expect(words).toMatchObject({ text: 'Transfers: 2 running · 14.2 MB/s · 1 min left', warn: false })
})

test('claims no rate and no time that are not known', () => {
  expect(transferWords({ ...idle, running: 1, leftMs: Number.POSITIVE_INFINITY })?.text).toBe('Transfers: 1 running')
  expect(transferWords({ ...idle, queued: 3 })?.text).toBe('Transfers: 3 queued')
  expect(transferWords(idle)).toBeNull()
})

test('a queue that stands still says why, and what failed is not forgotten', () => {
  const held = { code: 'storage' as const, message: 'The disk is full: 1.2 GB are missing.' }
  expect(transferWords({ ...idle, queued: 7, held })).toEqual({
    text: 'Transfers stand still: 7 wait',
    title: 'The disk is full: 1.2 GB are missing.',
    warn: true,
  })
  expect(transferWords({ ...idle, failed: 2 })).toMatchObject({ text: 'Transfers: 2 with a problem', warn: true })
})
