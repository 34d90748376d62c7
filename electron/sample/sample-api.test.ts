import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startSampleService } from './sample-service.ts'
import type { SampleOptions, SampleService } from './sample-session.ts'
import { sampleIds } from './sessions/hand-made-sessions.ts'

const folder = join(import.meta.dirname, '../../assets/sample')
const services: SampleService[] = []
const start = async (options: Partial<SampleOptions> = {}): Promise<SampleService> => {
  const service = await startSampleService({ folder, ...options })
  services.push(service)
  return service
}
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
})

const call = async (service: SampleService, path: string, init: RequestInit & { token?: string | null } = {}) => {
  const { token = service.key, ...rest } = init
  const headers = new Headers(rest.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(service.baseUrl + path, { ...rest, headers })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field
  const body = response.headers.get('content-type') === 'application/json' ? (JSON.parse(text) as any) : text
  return { status: response.status, headers: response.headers, body }
}
const form = (service: SampleService, fields: Record<string, string>) =>
  call(service, '/token', { method: 'POST', body: new URLSearchParams(fields), token: null })

describe('who may ask', () => {
  test('health answers without a credential, everything else answers 401', async () => {
    const service = await start()
    expect((await call(service, '/health', { token: null })).body).toMatchObject({ status: 'ok', version: '1.9.8' })
    for (const path of ['/sessions', `/sessions/${sampleIds.invoices}/replay`, '/profiles', '/data/cache', '/usage']) {
      expect((await call(service, path, { token: null })).status).toBe(401)
      expect((await call(service, path, { token: 'wrong' })).status).toBe(401)
      expect((await call(service, path)).status).toBe(200)
    }
  })

  test('the password form gives a token that ends, and a refresh token that is good once', async () => {
    let now = Date.UTC(2026, 10, 27, 12)
    const service = await start({ now: () => now, tokenLifeMs: 60_000 })
    const first = await form(service, {
      grant_type: 'password',
      username: service.userName,
      password: service.password,
    })
    expect(first.body).toMatchObject({ token_type: 'bearer', expires_in: 60 })
    const token = first.body.access_token as string
    expect((await call(service, '/usage', { token })).status).toBe(200)
    now += 60_000
    expect((await call(service, '/usage', { token })).status).toBe(401)
    const renew = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token as string }
    const second = await form(service, renew)
    expect((await call(service, '/usage', { token: second.body.access_token })).status).toBe(200)
    expect((await form(service, renew)).status).toBe(400)
    service.expireTokens()
    expect((await call(service, '/usage', { token: second.body.access_token })).status).toBe(401)
  })

  test('a wrong password is refused, a missing field is named', async () => {
    const service = await start()
    const wrong = await form(service, { grant_type: 'password', username: service.userName, password: 'x' })
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_grant'])
    const missing = await form(service, { grant_type: 'password', username: service.userName })
    expect([missing.status, missing.body.detail[0].loc]).toEqual([422, ['body', 'password']])
  })
})

describe('sessions', () => {
  test('only active ones are listed unless only_active is false', async () => {
    const service = await start({ sessionCount: 500 })
    const active = await call(service, '/sessions')
    expect(active.body.items.map((one: { session_id: string }) => one.session_id)).toEqual([sampleIds.active])
    expect(active.body).toMatchObject({ page: 1, page_size: 10, has_next: false, has_previous: false })
  })

  test('5,000 generated sessions come page by page, each once, newest first, and each is found by its id', async () => {
    const service = await start({ sessionCount: 5_000, rateLimit: { limit: 1_000, windowS: 60 } })
    const seen: { session_id: string; created_at: string }[] = []
    for (let page = 1, more = true; more; page += 1) {
      const { body } = await call(service, `/sessions?page=${page}&page_size=100&only_active=false`)
      seen.push(...body.items)
      more = body.has_next
    }
    const made = Object.keys(sampleIds).length
    expect(seen.length).toBe(5_000 + made)
    expect(new Set(seen.map((one) => one.session_id)).size).toBe(seen.length)
    const times = seen.map((one) => Date.parse(`${one.created_at.replace(/(Z|\+00:00)$/, '')}Z`))
    expect(times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0))).toBe(true)
    for (const one of [seen[0], seen[made], seen[2_500], seen.at(-1)]) {
      expect((await call(service, `/sessions/${one?.session_id}`)).body.session_id).toBe(one?.session_id)
    }
    expect((await call(service, '/sessions/00000000-0000-4000-9000-000000000000')).status).toBe(404)
  })

  test('the same seed gives the same sessions, another seed others', async () => {
    const ids = async (seed: number) => {
      const service = await start({ sessionCount: 50, seed })
      const { body } = await call(service, '/sessions?page=1&page_size=60&only_active=false')
      return body.items.slice(-30).map((one: { session_id: string }) => one.session_id)
    }
    expect(await ids(3)).toEqual(await ids(3))
    expect(await ids(3)).not.toEqual(await ids(4))
  })

  test('values out of bounds answer 422 with the field named', async () => {
    const service = await start()
    for (const [query, name] of [
      ['page=0', 'page'],
      ['page_size=0', 'page_size'],
      ['page_size=101', 'page_size'],
      ['page=x', 'page'],
      ['only_active=perhaps', 'only_active'],
    ]) {
      const { status, body } = await call(service, `/sessions?${query}`)
      expect([status, body.detail.length, body.detail[0].loc]).toEqual([422, 1, ['query', name]])
    }
    expect((await call(service, `/sessions/${'x'.repeat(300)}/replay`)).status).toBe(422)
  })

  test('D17: an id that looks like a path stays an id', async () => {
    const service = await start()
    for (const id of ['..%2F..%2Fetc', '%252e%252e', 'a%2Fb', 'C%3A%5Cx']) {
      const { status, body } = await call(service, `/sessions/${id}/replay`)
      expect([status, body.detail]).toEqual([404, `Session ${decodeURIComponent(id)} not found`])
    }
  })
})

describe('replay', () => {
  const replay = (service: SampleService, id: string) => call(service, `/sessions/${id}/replay`)

  test('every state has its status and words', async () => {
    const service = await start()
    for (const [id, status, state] of [
      [sampleIds.active, 404, 'waiting_for_session'],
      [sampleIds.processing, 404, 'processing'],
      [sampleIds.noFrames, 410, 'unavailable'],
      [sampleIds.recordingFailed, 404, 'failed'],
      [sampleIds.noRecording, 404, 'unavailable'],
    ] as const) {
      const answer = await replay(service, id)
      expect([id, answer.status, answer.body.replay_status]).toEqual([id, status, state])
    }
    const nothing = await replay(service, sampleIds.nullFields)
    expect([nothing.status, Object.values(nothing.body)]).toEqual([200, [null, null, null, null, null]])
  })

  test('what is being processed becomes ready after a while', async () => {
    let now = Date.UTC(2026, 10, 27, 12)
    const service = await start({ now: () => now, processingMs: 30_000 })
    expect((await replay(service, sampleIds.processing)).status).toBe(404)
    now += 30_000
    expect((await replay(service, sampleIds.processing)).body.playlist_content).toContain('#EXTM3U')
  })

  test('ready ones come as TS, fMP4, byte ranges, MP4 alone', async () => {
    const service = await start()
    const ts = (await replay(service, sampleIds.shopCheckout)).body
    expect([ts.mp4_url === null, /\/0000\.ts\?/.test(ts.playlist_content)]).toEqual([false, true])
    const fmp4 = (await replay(service, sampleIds.codeRefused)).body
    expect([fmp4.mp4_url, /EXT-X-MAP:URI="[^"]+init\.mp4\?/.test(fmp4.playlist_content)]).toEqual([null, true])
    const ranges = (await replay(service, sampleIds.invoices)).body
    expect(ranges.playlist_content).toMatch(/BYTERANGE="\d+@0"/)
    const mp4 = (await replay(service, sampleIds.ferryTimetable)).body
    expect([typeof mp4.mp4_url, mp4.playlist_content]).toEqual(['string', null])
  })

  test('expires_at is the instant at which the links stop', async () => {
    let now = Date.UTC(2026, 10, 27, 12, 0, 0, 700)
    const service = await start({ now: () => now, linkLifeMs: 6_000 })
    const { body } = await replay(service, sampleIds.ferryTimetable)
    expect(body.expires_at).toBe('2026-11-27T12:00:06+00:00')
    now = Date.parse(body.expires_at) - 1
    expect((await fetch(body.mp4_url)).status).toBe(200)
    now += 1
    expect((await fetch(body.mp4_url)).status).toBe(403)
  })

  test('an added session answers, and adding it again replaces it', async () => {
    const service = await start()
    const session = {
      id: 'a:b ü',
      title: 't',
      status: 'authenticating',
      createdAt: Date.now(),
      closedAt: null,
      error: null,
    }
    const rest = { closeReason: null, browserType: 'chromium', viewport: null, steps: [] }
    service.add({ ...session, ...rest, replay: { kind: 'forbidden' } })
    expect((await replay(service, encodeURIComponent(session.id))).status).toBe(403)
    service.addObject('/own/x.mp4', { bytes: new Uint8Array([1, 2, 3]) })
    service.add({
      ...session,
      ...rest,
      replay: { kind: 'raw', answer: (sign) => ({ status: 200, body: { mp4_url: sign('/own/x.mp4') } }) },
    })
    const { body } = await replay(service, encodeURIComponent(session.id))
    expect(new Uint8Array(await (await fetch(body.mp4_url)).arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
    const listed = await call(service, '/sessions')
    expect(listed.body.items.filter((one: { session_id: string }) => one.session_id === session.id).length).toBe(1)
  })
})

describe('profiles, functions, cache policy', () => {
  test('a profile has cookies with the 13 fields of the contract', async () => {
    const service = await start()
    const { body } = await call(service, '/profiles?page_size=100')
    expect(body.items.length).toBe(3)
    const { cookies } = (await call(service, `/profiles/${body.items[0].profile_id}/cookies`)).body
    expect(Object.keys(cookies[0]).length).toBe(13)
    expect((await call(service, '/profiles/none/cookies')).status).toBe(404)
  })

  test('an accepted function gets the next version, an empty or missing source is named', async () => {
    const service = await start()
    const path = '/managed-auth/connections/conn-supplier-portal/functions/login'
    const put = (body: unknown) =>
      call(service, path, { method: 'PUT', body: typeof body === 'string' ? body : JSON.stringify(body) })
    const before = Number((await call(service, path)).body.version)
    const sent = await put({ source: 'def run(): pass' })
    expect([sent.body.source, Number(sent.body.version)]).toEqual(['def run(): pass', before + 1])
    expect((await call(service, path)).body).toEqual(sent.body)
    for (const [body, type] of [
      [{ source: '' }, 'string_too_short'],
      [{}, 'missing'],
      [{ source: 4 }, 'string_type'],
      ['{', 'json_invalid'],
    ] as const) {
      const { status, body: told } = await put(body)
      expect([status, told.detail[0].type]).toEqual([422, type])
    }
    expect((await call(service, path.replace('login', 'other'))).body.detail[0].loc).toEqual(['path', 'role'])
  })

  test('the cache policy honours its three headers, with another prefix too', async () => {
    const service = await start({ headerPrefix: 'X-Acme-' })
    const policy = async (headers: Record<string, string>) => (await call(service, '/data/cache', { headers })).body
    expect(await policy({})).toMatchObject({ mode: 'default', ttl_seconds: 604_800 })
    expect(await policy({ 'X-Acme-Cache-Max-Age-Ms': '0' })).toMatchObject({ mode: 'refresh' })
    expect(await policy({ 'X-Acme-Cache-Ttl-Seconds': '0' })).toMatchObject({ mode: 'bypass' })
    expect(await policy({ 'X-Acme-Cache-Ttl-Seconds': '60' })).toMatchObject({ mode: 'default', ttl_seconds: 60 })
    const odd = await policy({ 'X-Acme-Cache-Mode': 'never', 'X-Acme-Cache-Max-Age-Ms': '-1' })
    expect(odd.detail.map((one: { loc: string[] }) => one.loc[1])).toEqual([
      'X-Acme-Cache-Mode',
      'X-Acme-Cache-Max-Age-Ms',
    ])
    expect(await policy({ 'X-Service-Cache-Mode': 'bypass' })).toMatchObject({ mode: 'default' })
  })
})

describe('rate limit and faults', () => {
  test('the headers count down honestly, 429 comes exactly then and ends at the reset', async () => {
    let now = Date.UTC(2026, 10, 27, 12, 0, 0, 400)
    const service = await start({ now: () => now, rateLimit: { limit: 3, windowS: 10 } })
    const left: [number, string | null][] = []
    for (let i = 0; i < 5; i += 1) {
      const { status, headers } = await call(service, '/health')
      left.push([status, headers.get('x-ratelimit-remaining')])
    }
    expect(left).toEqual([
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
      [429, '0'],
    ])
    const refused = await call(service, '/usage')
    expect(refused.body).toEqual({ message: 'Rate limit exceeded', detail: 'Please wait before making more requests.' })
    const resetsAt = Number(refused.headers.get('x-ratelimit-reset')) * 1000
    expect(refused.headers.get('date')).toBe(new Date(now).toUTCString())
    now = resetsAt - 1
    expect((await call(service, '/usage')).status).toBe(429)
    now = resetsAt
    expect((await call(service, '/usage')).status).toBe(200)
    for (const path of ['/none', '/sessions?page=x']) {
      expect((await call(service, path)).headers.has('x-ratelimit-limit')).toBe(true)
    }
  })

  test('one caller does not use up the window of another', async () => {
    const service = await start({ rateLimit: { limit: 1, windowS: 60 } })
    expect((await call(service, '/usage')).status).toBe(200)
    expect((await call(service, '/usage')).status).toBe(429)
    expect((await call(service, '/health', { token: null })).status).toBe(200)
  })

  test('told answers come as often as told, only where told', async () => {
    const service = await start()
    service.faults.api.next.push({ status: 529, times: 2, match: '/usage' })
    service.faults.api.retryAfter = '3'
    expect((await call(service, '/health')).status).toBe(200)
    const first = await call(service, '/usage')
    expect([first.status, first.headers.get('retry-after')]).toEqual([529, '3'])
    expect((await call(service, '/usage')).status).toBe(529)
    expect((await call(service, '/usage')).status).toBe(200)
  })

  test('a deployment without lists answers 404 or 405 there and nowhere else', async () => {
    const service = await start()
    Object.assign(service.faults.api, { listSupported: false, hidden: ['profiles'], hiddenStatus: 405 })
    expect((await call(service, '/sessions')).status).toBe(405)
    expect((await call(service, '/profiles')).status).toBe(405)
    expect((await call(service, `/sessions/${sampleIds.invoices}`)).status).toBe(200)
    service.faults.api.hiddenStatus = 404
    expect((await call(service, '/sessions')).status).toBe(404)
  })

  test('T07: a skewed server is skewed in everything it says', async () => {
    const now = Date.UTC(2026, 10, 27, 12)
    const service = await start({ now: () => now, linkLifeMs: 60_000 })
    service.faults.api.clockSkewMs = 7_200_000
    const { headers, body } = await call(service, `/sessions/${sampleIds.ferryTimetable}/replay`)
    expect(headers.get('date')).toBe('Fri, 27 Nov 2026 14:00:00 GMT')
    expect(body.expires_at).toBe('2026-11-27T14:01:00+00:00')
    expect((await fetch(body.mp4_url)).status).toBe(200)
  })

  test('can answer with the page of a gateway, other error forms, unusual rate headers and unusual expiry texts', async () => {
    const service = await start()
    service.faults.api.errorBodies = 'message'
    expect((await call(service, '/sessions/none/replay')).body).toEqual({ message: 'Session none not found' })
    service.faults.api.rateHeaders = { 'X-RateLimit-Limit': ['60', '1000'] }
    expect((await call(service, '/usage')).headers.get('x-ratelimit-limit')).toBe('60, 1000')
    service.faults.api.expiresAtText = () => '2026-11-27T12:00:00'
    expect((await call(service, `/sessions/${sampleIds.invoices}/replay`)).body.expires_at).toBe('2026-11-27T12:00:00')
    service.faults.api.body = 'html'
    const page = await call(service, '/usage')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test('the log of requests has names of headers, never their values', async () => {
    const service = await start({ key: 'planted-key-1234' })
    await call(service, `/sessions/${sampleIds.invoices}/replay`)
    expect(service.requests.at(-1)).toMatchObject({
      server: 'api',
      method: 'GET',
      status: 200,
      path: `/v1/sessions/${sampleIds.invoices}/replay`,
    })
    expect(service.requests.at(-1)?.headerNames).toContain('authorization')
    expect(JSON.stringify(service.requests)).not.toContain('planted-key-1234')
  })
})
