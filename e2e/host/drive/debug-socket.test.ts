import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDebugSocket } from './debug-socket.ts'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

let server: Server
let far: Duplex
let asked: IncomingHttpHeaders
let received: Buffer
beforeEach(async () => {
  received = Buffer.alloc(0)
  server = createServer((_, answer) => answer.writeHead(404).end())
  server.on('upgrade', (request, socket) => {
    asked = request.headers
    const accept = createHash('sha1').update(`${asked['sec-websocket-key']}${GUID}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
    })
    socket.on('error', () => {})
    far = socket
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  far?.destroy()
  server.close()
})

const endpoint = (): string => `ws://127.0.0.1:${(server.address() as AddressInfo).port}/devtools/browser/1`

const open = async () => {
  const messages: object[] = []
  const transport = await openDebugSocket(endpoint())
  transport.onmessage = (message) => messages.push(message)
  return { transport, messages }
}

/** A frame as a server sends it: without a mask. */
const frame = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head.writeUInt8(0x81)
  head.writeUInt8(length < 126 ? length : length < 65_536 ? 126 : 127, 1)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

/** Around each border between two ways to say a length; `ü` has two bytes. */
const LENGTHS = [0, 1, 50, 109, 110, 111, 112, 125, 126, 32_700, 65_519, 65_520, 65_535, 65_536, 300_000]
const MESSAGES = LENGTHS.map((length, id) => ({ id, text: `ü${'x'.repeat(length)}` }))

test('messages of every length arrive, however the connection cuts them', async () => {
  const { messages } = await open()
  const bytes = Buffer.concat(MESSAGES.map((message) => frame(JSON.stringify(message))))
  for (let at = 0, length = 1; at < bytes.length; at += length, length = (length * 7 + 1) % 50_021) {
    far.write(bytes.subarray(at, at + length))
    if (length % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await expect.poll(() => messages.length).toBe(MESSAGES.length)
  expect(messages).toEqual(MESSAGES)
})

test('what is sent is text under a mask of zeros, and no compression is offered', async () => {
  const { transport } = await open()
  for (const message of MESSAGES) transport.send(message)
  const expected = MESSAGES.map((message) => {
    const bytes = frame(JSON.stringify(message))
    const head = (bytes[1] ?? 0) === 127 ? 10 : (bytes[1] ?? 0) === 126 ? 4 : 2
    bytes.writeUInt8((bytes[1] ?? 0) | 0x80, 1)
    return Buffer.concat([bytes.subarray(0, head), Buffer.alloc(4), bytes.subarray(head)])
  })
  await expect.poll(() => received.equals(Buffer.concat(expected))).toBe(true)
  expect(asked['sec-websocket-extensions']).toBeUndefined()
})

test('the end of the browser is told, whether it says so or is killed', async () => {
  for (const end of [() => far.end(Buffer.of(0x88, 0)), () => far.destroy()]) {
    const { transport } = await open()
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
