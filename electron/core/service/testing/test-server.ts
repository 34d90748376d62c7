import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestClock, type TestClock } from '../../base/testing/test-clock.ts'
import { createService, type ServiceConfig } from '../service.ts'

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown }
export type TestServer = { url: string; seen: Seen[]; close: () => Promise<void> }

/** A real server on loopback. The answer is a reply, or nothing when the handler deals with the sockets itself. */
export const startServer = async (
  answer: (
    request: Seen,
    index: number,
    sockets: { request: IncomingMessage; response: ServerResponse },
  ) => Reply | null,
  port = 0,
): Promise<TestServer> => {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
      seen.push(one)
      const reply = answer(one, seen.length - 1, { request, response })
      if (!reply) return
      response.sendDate = false // the tests' clock is not this machine's
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A service with a test clock, whose journal, header lines and log lines are kept. */
export const testService = (baseUrl: string, more: Partial<ServiceConfig> = {}) => {
  const clock: TestClock = createTestClock()
  const lines: string[] = []
  const journal: unknown[] = []
  const traffic: unknown[] = []
  const log = (line: string) => void lines.push(line)
  const service = createService({
    accountId: 'a1',
    baseUrl,
    headerPrefix: 'X-Service-',
    version: '1.2.3',
    token: async () => 'key-1',
    fetch,
    clock,
    journal: (entry, travelled) => {
      journal.push(entry)
      traffic.push(travelled)
    },
    log: { info: log, warn: log, error: log },
    random: () => 0.5,
    ...more,
  })
  return { clock, service, lines, journal, traffic }
}
