import { sessionIdModel } from '../contract/session-models.ts'

export const LINK_SCHEME = 'replaydesk'

export type SessionLink = { sessionId: string; atMs: number | null; account: string | null }

/** `replaydesk://session/<id>?t=12.3&account=<label>`: t in seconds of video time. */
export const formatLink = ({ sessionId, atMs, account }: SessionLink): string => {
  const query = [
    ...(atMs === null ? [] : [`t=${(atMs / 1_000).toFixed(1)}`]),
    ...(account === null ? [] : [`account=${encodeURIComponent(account)}`]),
  ].join('&')
  return `${LINK_SCHEME}://session/${encodeURIComponent(sessionId)}${query ? `?${query}` : ''}`
}

/** Null for anything that is not one of our links; a bad time is left out, not fatal (V06). */
export const parseLink = (text: string): SessionLink | null => {
  const match = /^replaydesk:\/\/session\/([^/?#]+)\/?(?:\?([^#]*))?$/i.exec(text.trim())
  if (!match) return null
  try {
    const sessionId = sessionIdModel.safeParse(decodeURIComponent(match[1] ?? ''))
    if (!sessionId.success) return null
    const query = new URLSearchParams(match[2] ?? '')
    const seconds = Number(query.get('t') || Number.NaN)
    return {
      sessionId: sessionId.data,
      atMs: Number.isFinite(seconds) && seconds >= 0 && seconds < 1e7 ? Math.round(seconds * 1_000) : null,
      account: query.get('account'),
    }
  } catch {
    return null
  }
}

/** The link among start arguments, as Windows and Linux hand it over. */
export const linkIn = (argv: string[]): SessionLink | null => argv.map(parseLink).find((link) => link !== null) ?? null
