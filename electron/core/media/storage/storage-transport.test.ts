import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createClock } from '../../base/clock.ts'
import { createTestClock } from '../../base/testing/test-clock.ts'
import { createFollow } from './follow.ts'
import { createTransport, TransportFault } from './storage-transport.ts'

const start = () => {
  const clock = createTestClock()
  const { transport } = createTransport({
    clock,
    resolve: () => new Promise(() => {}), // a name server that never answers
    service: () => 'public',
    headTimeoutMs: 20_000,
  })
  const ended = new AbortController()
  const asked = transport('https://media.example/a', {}, ended.signal).catch((error: unknown) => error)
  return { clock, ended, asked }
}
const codeOf = (fault: unknown) => (fault instanceof TransportFault ? fault.problem.code : fault)

test('X06: a seek that leaves while the name server is silent ends at once', async () => {
  const { clock, ended, asked } = start()
  ended.abort()
  expect(codeOf(await asked)).toBe('cancelled')
  expect(clock.pending()).toEqual([])
})

test('a silent name server counts as a silent storage', async () => {
  const { clock, asked } = start()
  clock.advance(20_000)
  expect(codeOf(await asked)).toBe('timeout')
})

test.each([
  ['UTF-8', Buffer.from('/aufnahme/prüfung.mp4?sig=a'), '/aufnahme/pr%C3%BCfung.mp4?sig=a'],
  ['Latin-1', Buffer.from('/aufnahme/pr\u00fcfung.mp4', 'latin1'), '/aufnahme/pr%FCfung.mp4'],
  ['a complete link', Buffer.from('HERE/pr%C3%BCfung/ü'), '/pr%C3%BCfung/%C3%BC'],
])('H26: a redirect in %s asks for the same bytes', async (_name, location, path) => {
  const asked: string[] = []
  const server = createServer((socket) => {
    socket.once('data', (head) => {
      const target = head.toString('latin1').split(' ')[1] ?? ''
      asked.push(target)
      const port = (server.address() as AddressInfo).port
      const where = Buffer.from(location.toString('latin1').replace('HERE', `http://127.0.0.1:${port}`), 'latin1')
      const answer =
        target === '/first'
          ? 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: '
          : 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: '
      socket.end(Buffer.concat([Buffer.from(answer), where, Buffer.from('\r\nConnection: close\r\n\r\n')]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { transport, dispose } = createTransport({
    clock: createClock(),
    resolve: async () => [],
    service: () => 'loopback',
    headTimeoutMs: 20_000,
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/first`
  const answer = await createFollow(transport)(url, {}, new AbortController().signal)
  answer.discard()
  dispose()
  server.close()
  expect([answer.status, asked]).toEqual([200, ['/first', path]])
})
