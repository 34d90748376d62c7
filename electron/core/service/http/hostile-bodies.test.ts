import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROBLEM_CODES, type Result } from '../../../contract/result.ts'
import { createClock } from '../../base/clock.ts'
import type { Traffic } from '../journal.ts'
import type { Service } from '../service.ts'
import { startServer, type TestServer, testService } from '../testing/test-server.ts'
import { requestToken } from '../token.ts'

type Asking = { [K in keyof Service as Service[K] extends (...input: never[]) => Promise<unknown> ? K : never]: true }
type Ask = (service: Service) => Promise<Result<unknown>>
/** Every operation of the service: a new one does not compile until it is here. */
const ASKS: Record<keyof Asking, Ask> = {
  health: (service) => service.health(),
  replay: (service) => service.replay('s'),
  session: (service) => service.session('s'),
  sessionSteps: (service) => service.sessionSteps('s'),
  sessions: (service) => service.sessions(1),
  profiles: (service) => service.profiles(1),
  cookies: (service) => service.cookies('p'),
  getFunction: (service) => service.getFunction('c', 'login'),
  putFunction: (service) => service.putFunction('c', 'login', 'def run(): pass'),
  cachePolicy: (service) => service.cachePolicy({}),
  usage: (service) => service.usage(),
}
const signIn = (baseUrl: string): Promise<Result<unknown>> =>
  requestToken(
    { accountId: 'a', baseUrl, headerPrefix: 'X-Service-', version: '1', fetch, clock: createClock() },
    { kind: 'refresh', refreshToken: 'refresh-1' },
  )

type Hostile = { status: number; type?: string; encoding?: string; length?: number; body: Buffer }
let server: TestServer
let next: Hostile = { status: 200, body: Buffer.alloc(0) }
beforeAll(async () => {
  server = await startServer((_seen, _index, { response }) => {
    const { status, type = 'application/json', encoding, length, body } = next
    response.writeHead(status, {
      'content-type': type,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      ...(length === undefined ? {} : { 'content-length': length }),
    })
    if (length === undefined) response.end(body)
    else response.write(body, () => response.destroy())
    return null
  })
})
afterAll(() => server.close())

const PLAIN = JSON.stringify(Object.getOwnPropertyNames(Object.prototype))
const isQuick = { normal: 2_000, big: 6_000 }

/** Asks everything; each answer is a value or a typed problem, in time, and the world is as it was. */
const askAll = async (hostile: Hostile, withinMs = isQuick.normal): Promise<void> => {
  next = hostile
  const limits = { tries: 1, tries429: 1, firstDelayMs: 1, longestDelayMs: 1, timeoutMs: withinMs }
  const { service, lines } = testService(server.url, { clock: createClock(), limits })
  const asks: [string, () => Promise<Result<unknown>>][] = [
    ...Object.entries(ASKS).map(([name, ask]): [string, () => Promise<Result<unknown>>] => [name, () => ask(service)]),
    ['token', () => signIn(server.url)],
  ]
  for (const [name, ask] of asks) {
    const before = performance.now()
    const result = await ask()
    const took = performance.now() - before
    expect(took, `${name}: ms`).toBeLessThan(withinMs)
    if (!result.ok) {
      expect(PROBLEM_CODES, name).toContain(result.problem.code)
      expect(result.problem.code, name).not.toBe('internal')
      expect(result.problem.message, name).toMatch(/^[^\p{Cc}]{5,800}$/u)
      expect((result.problem.details ?? '').length).toBeLessThanOrEqual(2_001)
    }
    // What core does with any answer: keeps it, hands it on, prints it.
    expect(() => JSON.stringify(result), name).not.toThrow()
    expect(() => structuredClone(result), name).not.toThrow()
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(PLAIN)
  expect(lines.every((line) => line.length < 4_000)).toBe(true)
  service.dispose()
}

const NAMES = [
  ...['items', 'cookies', 'session_id', 'profile_id', 'status', 'created_at', 'duration', 'steps', 'error', 'has_next'],
  ...['name', 'value', 'domain', 'path', 'httpOnly', 'expires', 'expirationDate', 'sameSite', 'partitionKey'],
  ...['mp4_url', 'playlist_content', 'expires_at', 'video_start_ms', 'video_duration_ms', 'replay_status', 'retryable'],
  ...['source', 'version', 'source_function_id', 'access_token', 'expires_in', 'persisted_domains', 'viewport_width'],
  ...['detail', 'message', 'loc', 'msg', 'type', 'input', 'ctx', 'code', 'description'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then', 'length', ''],
]
const SCALARS = [
  ...['null', 'true', 'false', '0', '-1', '1e999', '-1e999', '1e-400', '12345678901234567890', '0.1'],
  ...['""', '" "', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000\\u001b[31m"', '"\\u202e\\u2028"', '"é\\ufffd"'],
  ...['"<img src=x onerror=alert(1)>"', '"javascript:alert(1)"', '"__proto__"', '"constructor"', '"toString"'],
  ...['"2026-11-27T12:00:00"', '"P1Y"', '"#EXTM3U"', '"NaN"', '"1e5"', '"https://user:pass@h/x?sig=1"'],
]
/** JSON text, not values: so that a key may occur twice and `__proto__` is a key. */
const { json } = fc.letrec<{ json: string; list: string; record: string }>((tie) => ({
  json: fc.oneof({ maxDepth: 5, withCrossShrink: true }, fc.constantFrom(...SCALARS), tie('record'), tie('list')),
  list: fc.array(tie('json'), { maxLength: 4 }).map((values) => `[${values.join()}]`),
  record: fc
    .array(fc.tuple(fc.constantFrom(...NAMES), tie('json')), { maxLength: 6 })
    .map((pairs) => `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
}))

const statuses = fc.constantFrom(200, 200, 200, 201, 206, 400, 401, 404, 410, 422, 500)

describe('hostile bodies: every operation answers a right result or a typed problem', () => {
  it('wrong types, nulls, prototype names, markup and unusual text in any field', async () => {
    await fc.assert(
      fc.asyncProperty(statuses, json, (status, body) => askAll({ status, body: Buffer.from(body) })),
      // A field that cannot be made a text, found by an earlier run.
      { numRuns: 120, examples: [[200, '{"replay_status":[{"toString":null}]}']] },
    )
  }, 90_000)

  it('truncated anywhere, and with any byte replaced', async () => {
    const spoiled = fc
      .tuple(json, fc.nat(), fc.nat(), fc.integer({ min: 0x80, max: 0xff }), fc.boolean())
      .map(([text, cut, at, byte, whole]) => {
        const body = Buffer.from(text)
        if (body.length > 0) body[at % body.length] = byte
        return whole ? body : body.subarray(0, cut % (body.length + 1))
      })
    await fc.assert(
      fc.asyncProperty(statuses, spoiled, (status, body) => askAll({ status, body })),
      { numRuns: 80 },
    )
  }, 90_000)

  const around = [
    'x',
    '{"detail":x}',
    '{"items":[x]}',
    '{"items":x}',
    '{"cookies":[{"name":"a","value":"b","domain":"c","x":x}]}',
  ]
  const places = [...around, '{"source":x}', '{"mp4_url":x}', '{"error":{"message":x}}', '{"session_id":"s","error":x}']

  it.each(places)('E04: prototype keys in %s pollute nothing', async (place) => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
      for (const value of [
        '{"polluted":1}',
        '{"prototype":{"polluted":1}}',
        '[{"polluted":1}]',
        '"polluted"',
        'null',
      ]) {
        await askAll({ status: 200, body: Buffer.from(place.replace('x', `{"${key}":${value}}`)) })
        await askAll({ status: 422, body: Buffer.from(place.replace('x', `["${key}",{"${key}":${value}}]`)) })
      }
    }
  })

  it.each(places)('10,000 levels in %s', async (place) => {
    const levels = 10_000
    for (const deep of ['['.repeat(levels) + ']'.repeat(levels), `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`]) {
      for (const status of [200, 422]) await askAll({ status, body: Buffer.from(place.replace('x', deep)) })
    }
  })

  const MEGABYTES = 10 * 2 ** 20
  it.each([
    ['one text', () => `{"detail":"${'a'.repeat(MEGABYTES)}"}`],
    ['records', () => `{"items":[${Array(300_000).fill('{"session_id":"s","profile_id":"p"}').join()}]}`],
    ['unusable records', () => `{"items":[${Array(1_000_000).fill('{"a":1}').join()}]}`],
    [
      'cookies',
      () => `{"cookies":[${Array(150_000).fill('{"name":"a","value":"b","domain":"c","path":"/"}').join()}]}`,
    ],
    [
      'keys',
      () => `{${Array.from({ length: 200_000 }, (_, i) => `"a key that is rather long ${i}":"and a text"`).join()}}`,
    ],
    ['blanks', () => ' '.repeat(MEGABYTES)],
    ['brackets', () => '['.repeat(MEGABYTES)],
    ['quotes', () => `"${'\\"'.repeat(MEGABYTES / 2)}`],
    ['markup', () => `<html>${'<b>'.repeat(MEGABYTES / 3)}`],
    ['addresses', () => `{"message":"${'https://h/?a '.repeat(MEGABYTES / 13)}"}`],
  ] as const)(
    '10 MB of %s',
    async (_what, body) => {
      const bytes = Buffer.from(body())
      await askAll({ status: 200, body: bytes }, isQuick.big)
    },
    180_000,
  )

  const good = JSON.stringify({ items: [], cookies: [], status: 'ok', source: 'x', mp4_url: 'https://s/v' })
  const utf16 = Buffer.from(good, 'utf16le')
  it.each<[string, Omit<Hostile, 'status'>]>([
    ['nothing', { body: Buffer.alloc(0) }],
    ['a zero byte', { body: Buffer.from([0]) }],
    ['bytes that are no UTF-8', { body: Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22]) }],
    ['a mark of byte order', { body: Buffer.from(`\ufeff${good}`) }],
    ['UTF-16', { body: utf16, type: 'application/json; charset=utf-16' }],
    ['a web page as JSON', { body: Buffer.from('<!doctype html><script>alert(1)</script>') }],
    ['a web page', { body: Buffer.from('<html><body>Sign in</body></html>'), type: 'text/html' }],
    ['JSON as a web page', { body: Buffer.from(good), type: 'text/html' }],
    ['JSON as bytes', { body: Buffer.from(good), type: 'application/octet-stream' }],
    ['JSON without a type', { body: Buffer.from(good), type: '' }],
    ['gzip that is none', { body: Buffer.from(good), encoding: 'gzip' }],
    ['gzip cut off', { body: gzipSync(Buffer.from(good)).subarray(0, 30), encoding: 'gzip' }],
    ['gzip twice', { body: gzipSync(gzipSync(Buffer.from(good))), encoding: 'gzip' }],
    ['gzip without a header', { body: gzipSync(Buffer.from(good)) }],
    ['brotli that is none', { body: Buffer.from(good), encoding: 'br' }],
    ['an unknown encoding', { body: Buffer.from(good), encoding: 'x-odd' }],
    ['less than its declared length', { body: Buffer.from(good), length: 9_999 }],
  ])('%s', async (_what, hostile) => {
    for (const status of [200, 404, 500]) await askAll({ status, ...hostile })
  })

  it('10 MB of a refusal are read by their beginning', async () => {
    await askAll({ status: 500, body: Buffer.from(`{"detail":"${'https://h/?a '.repeat(800_000)}"}`) }, isQuick.big)
  })

  it.each(['gzip', 'br', 'zstd'])('a body that is no %s is a bad answer, not a broken line', async (encoding) => {
    next = { status: 200, body: Buffer.from(good), encoding }
    const { service } = testService(server.url)
    expect(await service.usage()).toMatchObject({ ok: false, problem: { code: 'bad-answer' } })
    service.dispose()
  })

  it('a token at the very place where a long body is cut is not shown in part', async () => {
    const token = `planted${'x'.repeat(15_000)}`
    next = { status: 200, body: Buffer.from(`"${token}${token}${token}`) }
    const { service } = testService(server.url, { token: async () => token })
    expect(JSON.stringify(await service.usage())).not.toContain('planted')
    service.dispose()
  })

  it('an answer of more values than any is refused as too large before it is parsed', async () => {
    const { service } = testService(server.url)
    for (const [values, code] of [
      [200_000, undefined],
      [300_000, 'bad-answer'],
    ] as const) {
      next = { status: 200, body: Buffer.from(`{"mode":[${Array(values).fill('0').join()}]}`) }
      const policy = await service.cachePolicy({})
      expect(policy.ok ? undefined : policy.problem.code).toBe(code)
    }
    service.dispose()
  })

  it('reading stops at 16 MiB of an answer and at 64 KiB of a refusal, unpacked', async () => {
    const body = gzipSync(Buffer.alloc(100 * 2 ** 20, ' '))
    for (const [status, most] of [
      [200, 16 * 2 ** 20],
      [500, 64 * 2 ** 10],
    ] as const) {
      next = { status, body, encoding: 'gzip' }
      const { service, traffic } = testService(server.url)
      expect((await service.usage()).ok).toBe(false)
      const bytes = (traffic.at(-1) as Traffic | undefined)?.received?.bytes ?? 0
      expect(bytes).toBeGreaterThan(most)
      expect(bytes).toBeLessThan(most + 2 ** 20)
      service.dispose()
    }
  })

  it('100 MB in a hundred kB of gzip are not unpacked to the end', async () => {
    const body = gzipSync(Buffer.alloc(100 * 2 ** 20, ' '))
    expect(body.length).toBeLessThan(2 ** 20)
    for (const status of [200, 500]) await askAll({ status, body, encoding: 'gzip' }, isQuick.big)
  }, 180_000)
})
