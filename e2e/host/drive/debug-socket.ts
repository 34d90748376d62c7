import { once } from 'node:events'
import type { ConnectOverCDPTransport } from 'playwright-core'
import { WebSocket } from 'ws'

/** What Playwright's own socket takes at most: a picture of a page is one message. */
const MOST_BYTES = 256 * 2 ** 20

/**
 * Joins Chromium's debugging port without compression: Playwright's own socket deflates what it sends, 300 KB of scripts
 * for each document, a sixth of what its process does in a spec.
 */
export const openDebugSocket = async (endpoint: string): Promise<ConnectOverCDPTransport> => {
  const socket = new WebSocket(endpoint, {
    perMessageDeflate: false,
    maxPayload: MOST_BYTES,
    allowSynchronousEvents: false, // each message in a turn of its own, as Playwright takes them
    skipUTF8Validation: true,
    generateMask: (mask) => void mask.fill(0), // leaves the text as it is
  })
  const transport: ConnectOverCDPTransport = {
    send: (message) => socket.send(JSON.stringify(message), () => {}), // what comes too late is dropped
    close: () => socket.close(),
  }
  socket.on('message', (text: Buffer) => transport.onmessage?.(JSON.parse(text.toString())))
  await once(socket, 'open')
  socket.on('error', () => {}) // a Chromium that was killed: the end follows
  socket.once('close', () => transport.onclose?.())
  return transport
}
