import { expect, it } from 'vitest'
import { type Kept, newestThatFit } from './policy-store.ts'
import { askedText, statusText, statusTone } from './policy-text.ts'

it('a question in few words', () => {
  expect(askedText({})).toBe('no cache headers')
  expect(askedText({ mode: 'refresh', maxAgeMs: 86_400_000, ttlSeconds: 0 })).toBe('refresh · max age 1 d · ttl 0')
})

it('a status in the words of HTTP', () => {
  const answer = (status: number) => ({ answer: { status, headers: [], ms: 1, bytes: 2 }, problem: null })
  expect(statusText(answer(200))).toBe('200 OK')
  expect(statusText(answer(299))).toBe('299')
  expect(statusText({ answer: null })).toBe('No response')
  const problem = { code: 'rejected', message: 'No.' } as const
  expect([
    statusTone(answer(200)),
    statusTone({ ...answer(429), problem }),
    statusTone({ ...answer(422), problem }),
  ]).toEqual(['ready', 'neutral', 'error'])
})

it('what is kept has bounds, and the newest always fits', () => {
  const answer = (id: number, size: number): Kept => ({
    id,
    at: 0,
    asked: {},
    request: { method: 'GET', url: '', headers: [] },
    answer: null,
    json: 'x'.repeat(size),
    cut: false,
    problem: null,
  })
  expect(newestThatFit(Array.from({ length: 150 }, (_, id) => answer(id, 1)))).toHaveLength(100)
  const large = Array.from({ length: 12 }, (_, id) => answer(id, 5 * 2 ** 20))
  expect(newestThatFit(large).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(newestThatFit([answer(1, 50 * 2 ** 20)])).toHaveLength(1)
})
