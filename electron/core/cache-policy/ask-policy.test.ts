import { afterEach, describe, expect, it } from 'vitest'
import { policyAnswerModel } from '../../contract/models/cache-policy-models.ts'
import type { TestClock } from '../base/testing/test-clock.ts'
import type { Service } from '../service/service.ts'
import { type Reply, startServer, type TestServer, testService } from '../service/testing/test-server.ts'
import { askPolicy } from './ask-policy.ts'

const TOKEN = 'planted"token"4711'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})
const serve = async (reply: Reply | null) => {
  server = await startServer(() => reply)
  return { ...testService(`${server.url}/v1`, { token: async () => TOKEN, headerPrefix: 'X-Acme-' }), server }
}
const askWith = async (service: Service, clock: TestClock, asked = {}) => {
  const result = await askPolicy(service, clock, asked, new AbortController().signal)
  if (!result.ok) throw new Error(result.problem.message)
  expect(policyAnswerModel.safeParse(result.value).error).toBeUndefined()
  return result.value
}

describe('the policy', () => {
  it('E04: comes as the text that was sent, whatever its keys and numbers are', async () => {
    const body =
      '{"__proto__": {"polluted": true}, "a": 1, "a": 2, "10": 0, "9": 12345678901234567890.50, "z": "\\u0061"}'
    const { service, clock } = await serve({ body })
    expect(await askWith(service, clock)).toMatchObject({ json: body, cut: false, problem: null })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('is told with what was sent and received', async () => {
    const { service, clock } = await serve({ body: '{}', headers: { 'X-RateLimit-Remaining': '9' } })
    const answer = await askWith(service, clock, { mode: 'bypass', maxAgeMs: 0, ttlSeconds: 0 })
    expect(answer.asked).toEqual({ mode: 'bypass', maxAgeMs: 0, ttlSeconds: 0 })
    const sent = new Map(answer.request.headers)
    expect(sent.get('X-Acme-Cache-Mode')).toBe('bypass')
    expect(sent.get('X-Acme-Cache-Max-Age-Ms')).toBe('0')
    expect(sent.get('X-Acme-Cache-Ttl-Seconds')).toBe('0')
    expect(sent.get('authorization')).toBe('Bearer [redacted]')
    expect(answer.answer).toMatchObject({ status: 200, bytes: 2 })
    expect(new Map(answer.answer?.headers).get('X-RateLimit-Remaining')).toBe('9')
  })

  it('holds nothing of a token that the service repeats', async () => {
    const { service, clock } = await serve({
      body: { note: TOKEN, in_text: `Bearer ${TOKEN}` },
      headers: { 'X-A': TOKEN },
    })
    const answer = await askWith(service, clock)
    expect(JSON.stringify(answer)).not.toContain('planted')
    expect(JSON.parse(answer.json ?? '')).toMatchObject({ note: '[redacted]' })
  })

  it('is cut for the page, and says so', async () => {
    const { service, clock } = await serve({ body: JSON.stringify({ long: 'x'.repeat(6 * 2 ** 20) }) })
    const answer = await askWith(service, clock)
    expect(answer.cut).toBe(true)
    expect(answer.json?.length).toBeLessThanOrEqual(5 * 2 ** 20 + 1)
    expect(answer.answer?.bytes).toBe(6 * 2 ** 20 + 11)
  })
})

describe('a refusal', () => {
  it.each([
    [422, { detail: [{ loc: ['header', 'X-Acme-Cache-Ttl-Seconds'], msg: 'bad', type: 'x' }] }, 'rejected'],
    [429, { message: 'Rate limit exceeded', detail: 'Wait.' }, 'rate-limited'],
    [503, '<html>busy</html>', 'overloaded'],
  ])('%i is an answer too, told at once and asked once', async (status, body, code) => {
    const { service, clock, server } = await serve({ status, body })
    const answer = await askWith(service, clock, { ttlSeconds: 1 })
    expect(answer).toMatchObject({ answer: { status }, json: null, problem: { code, status } })
    expect(server.seen).toHaveLength(1)
  })

  it('a success that is no JSON object is a problem with its answer', async () => {
    for (const body of ['[1]', 'null', '<!doctype html>', '{"a":']) {
      const { service, clock, server } = await serve({ body })
      expect(await askWith(service, clock)).toMatchObject({ answer: { status: 200 }, json: null })
      expect((await askWith(service, clock)).problem).not.toBeNull()
      await server.close()
    }
  })

  it('no answer at all still shows what was sent', async () => {
    const { service, clock, server } = await serve({})
    await server.close()
    expect(await askWith(service, clock, { mode: 'refresh' })).toMatchObject({
      answer: null,
      json: null,
      problem: { code: 'not-reachable' },
      request: { method: 'GET', url: `${server.url}/v1/data/cache` },
    })
  })
})

describe('nothing was sent', () => {
  it('without a token', async () => {
    server = await startServer(() => ({}))
    const { service, clock } = testService(server.url, { token: async () => null })
    const result = await askPolicy(service, clock, {}, new AbortController().signal)
    expect(result).toMatchObject({ ok: false, problem: { code: 'signed-out' } })
    expect(server.seen).toHaveLength(0)
  })

  it('R07: Stop ends a question that waits for the limit', async () => {
    const { service, clock, server } = await serve({ status: 429, headers: { 'Retry-After': '60' } })
    await askWith(service, clock)
    const stop = new AbortController()
    const waiting = askPolicy(service, clock, {}, stop.signal)
    stop.abort()
    expect(await waiting).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
    expect(server.seen).toHaveLength(1)
  })
})
