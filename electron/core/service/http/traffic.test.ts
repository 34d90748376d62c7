import { afterEach, describe, expect, it } from 'vitest'
import type { Traffic } from '../journal.ts'
import { startServer, type TestServer, testService } from '../testing/test-server.ts'
import { headerLines } from './headers.ts'

const TOKEN = 'planted-token-4711'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

describe('headerLines', () => {
  it('hides secret values, keeps spelling, order and repetitions', () => {
    const lines: [string, string][] = [
      ['Authorization', 'Bearer abc'],
      ['authorization', 'raw-key'],
      ['X-Api-Key', 'abc'],
      ['Set-Cookie', 'a=b'],
      ['Set-Cookie', 'c=d'],
      ['cookie', 'a=b'],
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Limit', '1000'],
      ['Location', 'https://s.example/v.mp4?sig=abc'],
      ['X-Echo', `key ${TOKEN}`],
    ]
    expect(headerLines(lines, [TOKEN])).toEqual([
      ['Authorization', 'Bearer [redacted]'],
      ['authorization', '[redacted]'],
      ['X-Api-Key', '[redacted]'],
      ['Set-Cookie', '[redacted]'],
      ['Set-Cookie', '[redacted]'],
      ['cookie', '[redacted]'],
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Limit', '1000'],
      ['Location', 'https://s.example/v.mp4?[redacted]'],
      ['X-Echo', 'key [redacted]'],
    ])
  })

  it('takes the record of a request and the Headers of an answer', () => {
    expect(headerLines({ accept: 'application/json' }, [])).toEqual([['accept', 'application/json']])
    expect(headerLines(new Headers({ 'X-A': '1' }), [])).toEqual([['x-a', '1']])
  })
})

describe('what travelled', () => {
  it('names the lines as sent and received, also those that fetch adds, without the token', async () => {
    server = await startServer((_seen, _index, { response }) => {
      response.setHeader('X-RateLimit-Limit', ['60', '1000'])
      response.setHeader('Set-Cookie', ['a=b', 'c=d'])
      response.setHeader('X-Echo', TOKEN)
      return { body: '{"ü":1}' }
    })
    const journal: Traffic[] = []
    const told: Traffic[] = []
    const { service } = testService(`${server.url}/v1`, {
      token: async () => TOKEN,
      journal: (_entry, traffic) => void journal.push(traffic),
    })
    await service.cachePolicy({ mode: 'refresh' }, { onTraffic: (traffic) => void told.push(traffic) })
    expect(told).toEqual(journal)
    const [traffic] = journal
    expect(traffic?.sent).toMatchObject({ method: 'GET', url: `${server.url}/v1/data/cache` })
    const sent = new Map(traffic?.sent.headers)
    expect(sent.get('X-Service-Cache-Mode')).toBe('refresh')
    expect(sent.get('authorization')).toBe('Bearer [redacted]')
    expect(sent.get('cache-control')).toBe('no-cache') // added by fetch; told by the wire alone
    expect(traffic?.received).toMatchObject({ status: 200, bytes: 8 })
    expect(traffic?.received?.headers.filter(([name]) => name === 'X-RateLimit-Limit')).toEqual([
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Limit', '1000'],
    ])
    expect(JSON.stringify(journal)).not.toContain('planted')
    expect(JSON.stringify(journal)).not.toContain('a=b')
  })

  it('keeps the lines of requests at the same time apart', async () => {
    server = await startServer((seen) => ({ headers: { 'X-Path': seen.url } }))
    const { service } = testService(server.url)
    const ids = Array.from({ length: 20 }, (_, index) => `p${index}`)
    await Promise.all(
      ids.map(async (id) => {
        let last: Traffic | null = null
        await service.cookies(id, { onTraffic: (traffic) => (last = traffic) })
        const { received } = last as unknown as Traffic
        expect(new Map(received?.headers).get('X-Path')).toBe(`/profiles/${id}/cookies`)
      }),
    )
  })

  it('a refusal, a redirect and no answer at all are told too', async () => {
    const told: Traffic[] = []
    const onTraffic = (traffic: Traffic) => void told.push(traffic)
    server = await startServer((_seen, index) =>
      index === 0 ? { status: 422, body: { detail: [] } } : { status: 302, headers: { location: 'https://h/?k=1' } },
    )
    const { service } = testService(server.url, { limits: { tries: 1 } })
    await service.cachePolicy({}, { onTraffic })
    await service.cachePolicy({}, { onTraffic })
    await server.close()
    await service.cachePolicy({}, { onTraffic })
    expect(told.map((one) => one.received?.status ?? null)).toEqual([422, 302, null])
    expect(new Map(told[1]?.received?.headers).get('location')).toBe('https://h/?[redacted]')
    expect(new Map(told[2]?.sent.headers).get('accept')).toBe('application/json')
  })

  it('a fetch of another make still tells what it was given and what it gave back', async () => {
    let last: Traffic | null = null
    const { service } = testService('https://h.example', {
      fetch: async () => new Response('{}', { headers: { 'X-A': '1' } }),
    })
    await service.cachePolicy({ ttlSeconds: 0 }, { onTraffic: (traffic) => (last = traffic) })
    const { sent, received } = last as unknown as Traffic
    expect(sent.headers).toContainEqual(['X-Service-Cache-Ttl-Seconds', '0'])
    expect(received?.headers).toContainEqual(['x-a', '1'])
  })
})
