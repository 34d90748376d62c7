import { journalPath, type Traffic } from '../journal.ts'
import type { Exchange } from './exchange.ts'
import { headerLines } from './headers.ts'

type Asked = {
  method: string
  baseUrl: string
  /** Below the base URL. */
  path: string
  query: [string, string][]
  secrets: Iterable<string | null>
}

/** What an exchange sent and received, without its secrets. */
export const trafficOf = (wire: Exchange['wire'], ms: number, asked: Asked): Traffic => ({
  sent: {
    method: asked.method,
    url: asked.baseUrl.replace(/(?<!\/)\/+$/, '') + journalPath(asked.path, asked.query, asked.secrets),
    headers: headerLines(wire.sent, asked.secrets),
  },
  received: wire.received && {
    status: wire.received.status,
    headers: headerLines(wire.received.headers, asked.secrets),
    ms: Math.max(0, Math.round(ms)),
    bytes: wire.received.bytes,
  },
})
