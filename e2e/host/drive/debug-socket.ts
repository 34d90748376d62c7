import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectOverCDPTransport } from 'playwright-core'

// RFC 6455, chapter 5. Chromium sends each message whole, in one frame of text.
const WHOLE_TEXT = 0x81
const WHOLE_CLOSE = 0x88
const MASKED = 0x80
const TWO_BYTES = 126
const EIGHT_BYTES = 127

/** A mask of zeros leaves the text as it is. */
const frameOf = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const { length } = payload
  const mask = Buffer.alloc(4)
  if (length < TWO_BYTES) return Buffer.concat([Buffer.of(WHOLE_TEXT, MASKED | length), mask, payload])
  const isShort = length < 65_536
  const size = Buffer.alloc(isShort ? 2 : 8)
  if (isShort) size.writeUInt16BE(length)
  else size.writeBigUInt64BE(BigInt(length))
  const head = Buffer.of(WHOLE_TEXT, MASKED | (isShort ? TWO_BYTES : EIGHT_BYTES))
  return Buffer.concat([head, size, mask, payload])
}

/** Where the payload of the frame at `at` begins and ends; null while its head is not complete. */
const placeOf = (bytes: Buffer, at: number): { start: number; end: number } | null => {
  const short = bytes[at + 1]
  if (short === undefined) return null
  const start = at + (short === EIGHT_BYTES ? 10 : short === TWO_BYTES ? 4 : 2)
  if (bytes.length < start) return null
  if (short === EIGHT_BYTES) return { start, end: start + Number(bytes.readBigUInt64BE(at + 2)) }
  return { start, end: start + (short === TWO_BYTES ? bytes.readUInt16BE(at + 2) : short) }
}

/** Takes bytes as they arrive and hands on each frame; a large one is joined once, when all of it is there. */
const frameReader = (onFrame: (head: number, text: string) => void): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = []
  let size = 0
  let needed = 0
  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    if (size < needed) return
    const bytes = Buffer.concat(chunks)
    let at = 0
    let place = placeOf(bytes, at)
    while (place && place.end <= bytes.length) {
      onFrame(bytes[at] ?? 0, bytes.toString('utf8', place.start, place.end))
      at = place.end
      place = placeOf(bytes, at)
    }
    chunks = [bytes.subarray(at)]
    size = bytes.length - at
    needed = place ? place.end - at : 0
  }
}

const upgrade = (endpoint: string): Promise<{ socket: Duplex; head: Buffer }> =>
  new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }
    const asked = request(endpoint.replace('ws:', 'http:'), { headers })
    asked.once('upgrade', (_, socket, head) => resolve({ socket, head }))
    asked.once('response', ({ statusCode }) => reject(new Error(`The debugging port answered ${statusCode}.`)))
    asked.once('error', reject)
    asked.end()
  })

/**
 * Joins Chromium's debugging port without compression: Playwright's own socket deflates what it sends, 300 KB of scripts
 * for each document, a sixth of what its process does in a spec.
 */
export const openDebugSocket = async (endpoint: string): Promise<ConnectOverCDPTransport> => {
  const { socket, head } = await upgrade(endpoint)
  const transport: ConnectOverCDPTransport = {
    send: (message) => {
      socket.write(frameOf(JSON.stringify(message)))
    },
    close: () => {
      socket.end()
    },
  }
  const take = frameReader((kind, text) => {
    // Each message in a turn of its own, as Playwright takes them from a socket.
    if (kind === WHOLE_TEXT) setImmediate(() => transport.onmessage?.(JSON.parse(text)))
    else if (kind === WHOLE_CLOSE) socket.end()
    else throw new Error(`The debugging port sent a frame of another kind: ${kind}.`)
  })
  socket.on('data', take)
  socket.on('error', () => {}) // a Chromium that was killed: the end follows
  socket.once('close', () => transport.onclose?.())
  take(head)
  return transport
}
