import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openDebugSocket } from './debug-socket.ts'

let server: Server
let far: WebSocket
let asked: IncomingHttpHeaders
beforeEach(async () => {
  server = createServer((_, answer) => answer.writeHead(404).end())
  const sockets = new WebSocketServer({ server, perMessageDeflate: true })
  sockets.on('connection', (socket, request) => {
    asked = request.headers
    far = socket
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  far?.terminate()
  server.close()
})

const endpoint = (): string => `ws://127.0.0.1:${(server.address() as AddressInfo).port}/devtools/browser/1`

/** `ü` has two bytes. */
const MESSAGES = [0, 1, 125, 65_535, 65_536, 3_000_000].map((length, id) => ({ id, text: `ü${'x'.repeat(length)}` }))

test('messages of every length arrive, each in a turn of its own, and no compression is offered', async () => {
  const transport = await openDebugSocket(endpoint())
  const messages: object[] = []
  let inTurn = 0
  let most = 0
  transport.onmessage = (message) => {
    messages.push(message)
    inTurn += 1
    most = Math.max(most, inTurn)
    queueMicrotask(() => {
      inTurn = 0
    })
  }
  far.on('message', (text) => far.send(text.toString()))
  for (const message of MESSAGES) transport.send(message)
  await expect.poll(() => messages.length).toBe(MESSAGES.length)
  expect(messages).toEqual(MESSAGES)
  expect(most).toBe(1)
  expect(asked['sec-websocket-extensions']).toBeUndefined()
})

test('the end of the browser is told, whether it says so or is killed', async () => {
  for (const end of [() => far.close(), () => far.terminate()]) {
    const transport = await openDebugSocket(endpoint())
    const closed = new Promise<void>((resolve) => {
      transport.onclose = () => resolve()
    })
    end()
    await closed
    transport.send({ late: true }) // without effect, as on a socket that is closed
  }
})

test('a port that does not speak the protocol is refused', async () => {
  server.removeAllListeners('upgrade')
  await expect(openDebugSocket(endpoint())).rejects.toThrow()
})
