import { type IncomingMessage, request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HostServer, startServer } from './loopback-server.ts'

const SECRET = 'secret'
let server: HostServer

beforeEach(async () => {
  server = await startServer(SECRET)
})
afterEach(() => server.close())

const ours = { host: 'desk.localhost', cookie: `desk_host_key=${SECRET}` }

const get = (path: string, headers: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path, headers }, resolve).on('error', reject).end()
  })
const textOf = async (answer: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of answer) text += part
  return text
}

test('a foreign Host and a missing cookie get 403 and reach nothing', async () => {
  let calls = 0
  server.setHandler(() => {
    calls += 1
    return new Response('page')
  })
  const { cookie } = ours
  expect((await get('/a', { host: `127.0.0.1:${server.port}`, cookie })).statusCode).toBe(403)
  expect((await get('/b', { host: 'desk.localhost' })).statusCode).toBe(403)
  expect((await get('/c', { ...ours, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect(calls).toBe(0)
  expect(server.refused).toEqual(['host /a', 'cookie /b', 'site /c'])
  expect((await get('/d', ours)).statusCode).toBe(200)
  expect(calls).toBe(1)
})

test('ranges, status and bodies pass', async () => {
  server.setHandler((incoming) => {
    const range = incoming.headers.get('range') ?? ''
    return new Response(`${incoming.url} ${range}`, { status: 206, headers: { 'content-range': 'bytes 0-3/9' } })
  })
  const answer = await get('/media/x?y=1', { ...ours, range: 'bytes=0-3' })
  expect(answer.statusCode).toBe(206)
  expect(answer.headers['content-range']).toBe('bytes 0-3/9')
  expect(await textOf(answer)).toBe('app://desk/media/x?y=1 bytes=0-3')
})

test('a media element gets what the loader of a custom scheme makes of an answer; a script gets the answer', async () => {
  server.setHandler(
    () => new Response('{"code":"links-expired"}', { status: 410, headers: { 'content-length': '24' } }),
  )
  const video = await get('/media/x', { ...ours, 'sec-fetch-dest': 'video', range: 'bytes=0-' })
  expect([video.statusCode, video.headers['content-range'], await textOf(video)]).toEqual([
    206,
    'bytes 0-23/24',
    '{"code":"links-expired"}',
  ])
  const script = await get('/media/x', { ...ours, 'sec-fetch-dest': 'empty', range: 'bytes=0-' })
  expect([script.statusCode, script.headers['content-range'], script.headers.date]).toEqual([410, undefined, undefined])
  server.setHandler(() => Response.error())
  await expect(get('/media/x', { ...ours, 'sec-fetch-dest': 'video' })).rejects.toThrow('socket hang up')
})

test('the handler gets the referrer and headers as Electron passes them', async () => {
  server.setHandler((incoming) => new Response(String((incoming as { initiatorOrigin?: string }).initiatorOrigin)))
  expect(await textOf(await get('/', { ...ours, 'sec-fetch-site': 'same-origin' }))).toBe('app://desk')
  expect(await textOf(await get('/', { ...ours, 'sec-fetch-site': 'none' }))).toBe('undefined')
})

test('a client that goes away cancels the body, and aborts no signal', async () => {
  const cancelled = Promise.withResolvers<boolean>()
  server.setHandler(
    (incoming) =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new Uint8Array(10)),
          cancel: () => cancelled.resolve(incoming.signal.aborted),
        }),
      ),
  )
  const answer = await get('/endless', ours)
  answer.destroy()
  expect(await cancelled.promise).toBe(false)
})

test('a handler that throws gives 500, an error response drops the connection', async () => {
  server.setHandler(() => Response.error())
  await expect(get('/', ours)).rejects.toThrow('socket hang up')
})

test("a request that main's listener cancels never reaches the handler", async () => {
  server.setHandler(() => new Response('page'))
  server.setGate(async ({ url }) => url === 'app://desk/no')
  await expect(get('/no', ours)).rejects.toThrow('socket hang up')
  expect((await get('/yes', ours)).statusCode).toBe(200)
})

test('before main has a handler the answer is 503', async () => {
  expect((await get('/', ours)).statusCode).toBe(503)
})
