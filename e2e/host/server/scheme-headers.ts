import { APP_ORIGIN, PAGE_ORIGIN, toAppUrl } from '../state.ts'

/** Holds the secret of one run; never shown to the handler. */
export const COOKIE_NAME = 'desk_host_key'

/**
 * What a request of a custom scheme never has: Chromium's network service adds it (`URLRequestHttpJob`, `HttpCache`,
 * `SetFetchMetadataHeaders`), and such a request does not pass there. The referrer travels beside the headers.
 */
const NETWORK_REQUEST_HEADERS = new Set([
  'accept-encoding',
  'accept-language',
  'connection',
  'cookie',
  'host',
  'if-modified-since',
  'if-none-match',
  'keep-alive',
  'referer',
  'transfer-encoding',
  'user-agent',
])
/** What has no effect on an answer of a custom scheme, but would on HTTP: no coding, no cookie, no connection. */
const NETWORK_ANSWER_HEADERS = new Set([
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-encoding',
  'keep-alive',
  'nel',
  'proxy-authenticate',
  'report-to',
  'set-cookie',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
])
const ORIGIN_HEADERS = new Set(['origin'])
const OUTBOUND_ORIGIN_HEADERS = new Set([
  'location',
  'content-security-policy',
  'content-security-policy-report-only',
  'access-control-allow-origin',
  'link',
])

const cookiesOf = (header: string | undefined): string[] => (header ?? '').split(/;\s*/).filter(Boolean)

export type Caller = { host: string | undefined; cookie: string | undefined; site: string | undefined }

/** Why a request may not reach the handler: a foreign Host, no secret, or a page of another site. Null when it may. */
export const refusalOf = (caller: Caller, secret: string): 'host' | 'cookie' | 'site' | null => {
  if (caller.host !== new URL(PAGE_ORIGIN).host) return 'host'
  if (!cookiesOf(caller.cookie).includes(`${COOKIE_NAME}=${secret}`)) return 'cookie'
  if (caller.site !== undefined && caller.site !== 'same-origin' && caller.site !== 'none') return 'site'
  return null
}

/** Headers as the handler sees them under Electron: our own origin, no secret, nothing that the network adds. */
export const inboundHeaders = (raw: readonly string[]): Headers => {
  const headers = new Headers()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const value = raw[at + 1] ?? ''
    if (NETWORK_REQUEST_HEADERS.has(name) || name.startsWith('sec-fetch-')) continue
    headers.append(name, ORIGIN_HEADERS.has(name) ? toAppUrl(value) : value)
  }
  return headers
}

/** Headers as the page gets them. Like Electron, a name that occurs twice keeps its last value. */
export const outboundHeaders = (headers: Headers): Record<string, string> => {
  const out: Record<string, string> = {}
  for (const [name, value] of headers) {
    if (NETWORK_ANSWER_HEADERS.has(name)) continue
    out[name] = OUTBOUND_ORIGIN_HEADERS.has(name) ? value.replaceAll(APP_ORIGIN, PAGE_ORIGIN) : value
  }
  return out
}
