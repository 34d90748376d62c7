import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export const HOSTILE_SESSION = 'hostile-session'
const HOSTILE_KEY = 'hostile-service-key-0123456789'
const MIB = 2 ** 20

/** What one answer is: a text or bytes as they are, anything else as JSON, or nothing when the response is dealt with. */
type Body = string | Buffer | object | null
export type Hostile = {
  /** By the end of the path below `/v1`, with the query's page. Undefined: as a harmless service answers. */
  answer: (path: string, page: number, response: ServerResponse) => { status?: number; body: Body } | undefined
  /** What lies behind links of the recording. */
  media?: (path: string, response: ServerResponse) => void
}

const session = (id: string, more: object = {}) => ({
  session_id: id,
  status: 'closed',
  created_at: '2026-11-28T10:00:00Z',
  closed_at: '2026-11-28T10:01:00Z',
  ...more,
})
const pageOf = (items: object[], hasNext: boolean) => ({ items, has_next: hasNext })

const harmless = (path: string): Body => {
  if (path === '/sessions') return pageOf([session(HOSTILE_SESSION)], false)
  if (path.startsWith('/sessions/')) return session(HOSTILE_SESSION)
  return path === '/profiles' ? pageOf([], false) : { status: 'ok' }
}

/** A service and its storage on one port of this computer that answers as `hostile` says. */
export const startHostile = async (hostile: (origin: string) => Hostile) => {
  let behaviour: Hostile = { answer: () => undefined }
  const server = createServer((request, response) => {
    response.on('error', () => {})
    request.resume()
    const url = new URL(request.url ?? '/', 'http://service.example')
    if (!url.pathname.startsWith('/v1')) return void behaviour.media?.(url.pathname, response)
    const path = url.pathname.slice(3)
    const said = behaviour.answer(path, Number(url.searchParams.get('page') ?? 1), response)
    const { status = 200, body } = said ?? { body: harmless(path) }
    if (body === null) return
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  behaviour = hostile(origin)
  return {
    baseUrl: `${origin}/v1`,
    key: HOSTILE_KEY,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Sends the same bytes until nobody takes them any more. */
const endless = (response: ServerResponse, chunk: Buffer, head: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...head })
  const more = (): void => {
    while (!response.destroyed && response.write(chunk)) {}
  }
  response.on('drain', more)
  more()
}

/** The record of a recording, whatever session is asked for. */
const recordOf =
  (record: object): Hostile['answer'] =>
  (path) => {
    if (!path.endsWith('/replay')) return undefined
    const nothing = {
      mp4_url: null,
      playlist_content: null,
      expires_at: null,
      video_start_ms: 0,
      video_duration_ms: 60_000,
    }
    return { body: { ...nothing, ...record } }
  }
const playlist = (text: string): Hostile => ({ answer: recordOf({ playlist_content: `#EXTM3U\n${text}` }) })
const segments = (count: number, address: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `#EXTINF:4,\n${address(n)}\n`).join('')

/** Six bodies of half a megabyte, each 512 MB of zeros. */
const bombs = (origin: string): Hostile => {
  const bomb = gzipSync(Buffer.alloc(512 * MIB), { level: 9 })
  return {
    ...playlist(segments(6, (n) => `${origin}/media/${n}.ts`)),
    media: (_path, response) => {
      response.writeHead(200, {
        'content-type': 'video/mp2t',
        'content-encoding': 'gzip',
        'content-length': bomb.length,
      })
      response.end(bomb)
    },
  }
}

const mostJson = (value: string): string => `[${Array.from({ length: 400_000 }, () => value).join(',')}]`
const cookie = { name: 'a', value: 'v'.repeat(3_000), domain: 'a.example', path: '/' }
/** The key as a service may repeat it: as it is, escaped, and in base64. */
const repeatedKey = [
  HOSTILE_KEY,
  [...HOSTILE_KEY].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join(''),
  Buffer.from(HOSTILE_KEY).toString('base64'),
].join(' ')

/** Every way that a service or its storage may try to fill the memory or to hold the program up. */
export const hostileServices = {
  manySegments: () => playlist(segments(60_000, (n) => `https://h.example/a.ts?n=${n}`)),
  longestPlaylist: () => playlist(segments(25_000, (n) => `https://h.example/${n}.ts?sig=${'s'.repeat(550)}`)),
  attributes: () => playlist(`#EXT-X-KEY:METHOD=${'A='.repeat(4 * MIB)}\n#EXTINF:4,\nhttps://h.example/a.ts`),
  playedBombs: bombs,
  copiedBombs: bombs,
  endlessVideo: (origin: string): Hostile => ({
    answer: recordOf({ mp4_url: `${origin}/media/video.mp4`, video_duration_ms: 1_000 }),
    media: (_path, response) => endless(response, Buffer.alloc(MIB, 'mp4'), { 'content-type': 'video/mp4' }),
  }),
  longTexts: (): Hostile => ({
    answer: (path, page) => {
      if (path !== '/sessions') return undefined
      const error = 'x'.repeat(8_000) // longer ones are cut
      return {
        body: pageOf(
          Array.from({ length: 100 }, (_, n) => session(`s-${page}-${n}`, { error, close_reason: error })),
          true,
        ),
      }
    },
  }),
  thinPages: (): Hostile => ({
    answer: (path, page) => (path === '/sessions' ? { body: pageOf([session(`s-${page}`)], true) } : undefined),
  }),
  longSource: (): Hostile => ({
    answer: (path) =>
      path.includes('/functions/') ? { body: { source: 'x = 1;'.repeat(2 * MIB), version: '1' } } : undefined,
  }),
  manyCookies: (): Hostile => ({
    answer: (path) => (path.endsWith('/cookies') ? { body: `{"cookies":${mostJson('{}')}}` } : undefined),
  }),
  largeCookies: (): Hostile => ({
    answer: (path) =>
      path.endsWith('/cookies') ? { body: { cookies: Array.from({ length: 5_000 }, () => cookie) } } : undefined,
  }),
  endlessAnswer: (): Hostile => ({
    answer: (path, _page, response) => {
      if (path !== '/usage') return undefined
      endless(response, Buffer.alloc(MIB, '[1,'))
      return { body: null }
    },
  }),
  longError: (): Hostile => ({
    answer: (path) =>
      path === '/usage' ? { status: 500, body: `{"detail":"${'-eyJaaaaaa.eyJa.'.repeat(MIB)}"}` } : undefined,
  }),
  repeatedKey: (): Hostile => ({
    answer: (path) => (path === '/data/cache' ? { body: `{"said":"${`${repeatedKey} `.repeat(70_000)}"}` } : undefined),
  }),
} satisfies Record<string, (origin: string) => Hostile>
export type HostileName = keyof typeof hostileServices
