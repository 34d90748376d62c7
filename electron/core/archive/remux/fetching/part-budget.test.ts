import { setImmediate as turn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plainLink } from '../../../media/storage/object-text.ts'
import type { OpenObject } from '../../../media/storage/open-object.ts'
import { decode } from '../../../media/storage/storage-answer.ts'
import { TransportFault } from '../../../media/storage/storage-transport.ts'
import { createPartBudget } from './part-budget.ts'
import { createPartReader } from './read-part.ts'

test('beyond the budget only the oldest part continues, and its end admits the next one', async () => {
  const budget = createPartBudget(100)
  const [first, second] = [budget.enter(), budget.enter()]
  await second.grow(90)
  let went = false
  const waits = second.grow(20).then(() => {
    went = true
  })
  await first.grow(1_000)
  await turn()
  expect(went).toBe(false)
  first.leave()
  first.leave()
  await waits
  second.leave()
  const third = budget.enter()
  await third.grow(100)
})

test('six small bodies that unpack to gigabytes hold 200 MB at most, and the first ends the copy with a sentence', async () => {
  const bomb = gzipSync(Buffer.alloc(140 * 1_024 ** 2))
  const ended = new AbortController()
  let most = 0
  let read = 0
  const openObject: OpenObject = async () => {
    const source = (async function* () {
      yield bomb
    })()
    const chunks = decode(source, 'gzip')?.[Symbol.asyncIterator]()
    if (!chunks) throw new Error('no decoder')
    return {
      first: 0,
      last: null,
      total: null,
      contentType: 'video/mp2t',
      next: async () => {
        const next = await chunks.next()
        return next.done ? null : next.value
      },
      close: () => void chunks.return?.(),
    }
  }
  const parts = createPartReader({
    openObject,
    throttle: { take: async () => !ended.signal.aborted },
    signal: ended.signal,
    onBytes: (bytes) => {
      read += bytes
      most = Math.max(most, read)
    },
  })
  const budget = createPartBudget(48 * 1_024 ** 2)
  const tickets = Array.from({ length: 6 }, () => budget.enter())
  const reads = tickets.map((memory) =>
    parts.read({ source: plainLink('https://h/a.ts'), range: null, key: null, memory: memory }),
  )
  await expect(reads[0]).rejects.toBeInstanceOf(TransportFault)
  await expect(reads[0]).rejects.toMatchObject({
    problem: { message: 'A segment of the recording is too large to be copied.' },
  })
  expect(most).toBeLessThan(200 * 1_024 ** 2)
  ended.abort()
  for (const memory of tickets) memory.leave()
  await Promise.allSettled(reads)
}, 30_000)

test('a key or an init section that never ends is read as far as real ones go', async () => {
  let read = 0
  const parts = createPartReader({
    openObject: async () => ({
      first: 0,
      last: null,
      total: null,
      contentType: 'application/octet-stream',
      next: async () => Buffer.alloc(64 * 1_024),
      close: () => {},
    }),
    throttle: { take: async () => true },
    signal: new AbortController().signal,
    onBytes: (bytes) => {
      read += bytes
    },
  })
  const source = plainLink('https://h/a')
  const init = parts.read({ source, range: null, key: null, most: 2 * 1_024 ** 2 })
  await expect(init).rejects.toMatchObject({
    problem: { message: 'A segment of the recording is too large to be copied.' },
  })
  expect(read).toBeLessThan(4 * 1_024 ** 2)
  read = 0
  const encrypted = parts.read({
    source,
    range: null,
    key: { source, name: 'k', iv: '0'.repeat(32) },
    most: 1_024 ** 2,
  })
  await expect(encrypted).rejects.toBeInstanceOf(TransportFault)
  expect(read).toBeLessThan(2 * 1_024 ** 2)
})
