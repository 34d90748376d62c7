import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'

export type HeaderLine = [name: string, value: string]
/** Header lines with their spelling, order and repetitions; null where Node did not report them. */
export type WireLines = {
  sent: HeaderLine[] | null
  received: HeaderLine[] | null
  /** Literal address of the connection that carried the request; null through a proxy, whose own it would be. */
  peer: string | null
}

/** Messages of Node's fetch (undici, docs/api/DiagnosticsChannel.md); read with care, since they are no part of the web's fetch. */
type Message = {
  request: object
  headers?: unknown
  response?: { headers?: unknown }
  socket?: { remoteAddress?: unknown }
}

const asked = new AsyncLocalStorage<WireLines>()
const open = new WeakMap<object, WireLines>()
let watching = false

/** Node's own settings for a proxy: then every connection ends there. */
const throughProxy = (): boolean =>
  process.env.NODE_USE_ENV_PROXY === '1' ||
  [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((one) => one.includes('--use-env-proxy'))

const linesOfText = (text: string): HeaderLine[] =>
  text.split('\r\n').flatMap((line, index) => {
    const colon = line.indexOf(':')
    return index === 0 || colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] satisfies HeaderLine]
  })

/** Name, value, name, value … as bytes; header bytes are Latin-1 (RFC 9112, 5.5). */
const linesOfBytes = (list: unknown[]): HeaderLine[] | null => {
  if (list.length % 2 !== 0 || !list.every(Buffer.isBuffer)) return null
  const texts = list.map((bytes) => bytes.toString('latin1'))
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ''] satisfies HeaderLine] : []))
}

const watch = (): void => {
  if (watching) return
  watching = true
  subscribe('undici:request:create', (message) => {
    const lines = asked.getStore()
    if (lines) open.set((message as Message).request, lines)
  })
  subscribe('undici:client:sendHeaders', (message) => {
    const { request, headers, socket } = message as Message
    const lines = open.get(request)
    if (lines && typeof socket?.remoteAddress === 'string' && !throughProxy()) lines.peer = socket.remoteAddress
    if (lines && typeof headers === 'string') lines.sent = linesOfText(headers)
  })
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as Message
    const lines = open.get(request)
    if (lines && Array.isArray(response?.headers)) lines.received = linesOfBytes(response.headers)
  })
}

/**
 * Runs one fetch and captures its header lines as they were sent. The web's `Headers` sorts names, joins repeated
 * lines (R05) and does not tell what fetch itself adds, such as `cache-control`.
 */
export const withWireLines = <T>(lines: WireLines, run: () => T): T => {
  watch()
  return asked.run(lines, run)
}
