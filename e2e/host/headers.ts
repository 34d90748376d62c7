import { APP_ORIGIN, PAGE_ORIGIN, toAppUrl } from './state.ts'

/** Holds the secret of one run; never shown to the handler. */
export const COOKIE_NAME = 'desk_host_key'

const HOP_HEADERS = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'cookie'])
const ORIGIN_HEADERS = new Set(['origin', 'referer'])
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

/** Headers as the handler sees them under Electron: our own origin, no secret, nothing of the connection. */
export const inboundHeaders = (raw: readonly string[]): Headers => {
  const headers = new Headers()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const value = raw[at + 1] ?? ''
    if (name === 'cookie') {
      const rest = cookiesOf(value).filter((cookie) => !cookie.startsWith(`${COOKIE_NAME}=`))
      if (rest.length > 0) headers.append('cookie', rest.join('; '))
    }
    if (HOP_HEADERS.has(name)) continue
    headers.append(name, ORIGIN_HEADERS.has(name) ? toAppUrl(value) : value)
  }
  return headers
}

/** Headers as the page gets them. Like Electron, a name that occurs twice keeps its last value. */
export const outboundHeaders = (headers: Headers): Record<string, string> => {
  const out: Record<string, string> = {}
  for (const [name, value] of headers) {
    out[name] = OUTBOUND_ORIGIN_HEADERS.has(name) ? value.replaceAll(APP_ORIGIN, PAGE_ORIGIN) : value
  }
  return out
}
