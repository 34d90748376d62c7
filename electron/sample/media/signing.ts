import { createHmac, timingSafeEqual } from 'node:crypto'

export type SignatureState =
  | { kind: 'ok'; path: string; signedAt: number }
  | { kind: 'unsigned' }
  | { kind: 'expired'; expiresS: number; expiresAt: number }
  | { kind: 'altered' }

const compact = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')
const MARK = '&X-Amz-Signature='

/**
 * Presigned addresses in the form of S3's query signatures. The signature covers method and target byte for
 * byte. The lower-case escapes, blanks and brackets are on purpose: they are legal, and any client that parses
 * and writes the query again changes them (P21).
 */
export const createSigner = (secret: Uint8Array, now: () => number, lifeMs: number) => {
  const lifeS = Math.max(1, Math.ceil(lifeMs / 1000))
  const signature = (text: string): string => createHmac('sha256', secret).update(`GET\n${text}`).digest('hex')
  const startOf = (ms: number): number => Math.floor(ms / 1000) * 1000

  /** Path with query; expires at `expiry()` when called in the same second. */
  const sign = (path: string): string => {
    const date = compact(startOf(now()))
    const credential = `SAMPLEWORKSPACE%2F${date.slice(0, 8)}%2Flocal%2Fs3%2Faws4_request`
    const query =
      `response-content-disposition=inline%3b+filename%3d(replay)&X-Amz-Algorithm=AWS4-HMAC-SHA256` +
      `&X-Amz-Credential=${credential}&X-Amz-Date=${date}&X-Amz-Expires=${lifeS}&X-Amz-SignedHeaders=host&x-id=GetObject`
    const text = `${path}?${query}`
    return `${text}${MARK}${signature(text)}`
  }

  /** Epoch ms at which links signed now stop working. */
  const expiry = (): number => startOf(now()) + lifeS * 1000

  const check = (target: string): SignatureState => {
    const at = target.lastIndexOf(MARK)
    const dates = /[?&]X-Amz-Date=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z&X-Amz-Expires=(\d{1,7})&/.exec(target)
    if (at < 0 || !dates) return target.includes('X-Amz-') ? { kind: 'altered' } : { kind: 'unsigned' }
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, expiresS = 0] = dates.slice(1).map(Number)
    const signedAt = Date.UTC(year, month - 1, day, hour, minute, second)
    const expiresAt = signedAt + expiresS * 1000
    if (now() >= expiresAt) return { kind: 'expired', expiresS, expiresAt }
    const text = target.slice(0, at)
    const given = Buffer.from(target.slice(at + MARK.length))
    const right = Buffer.from(signature(text))
    if (given.length !== right.length || !timingSafeEqual(given, right)) return { kind: 'altered' }
    return { kind: 'ok', path: text.slice(0, text.indexOf('?')), signedAt }
  }

  return { sign, expiry, check }
}
export type Signer = ReturnType<typeof createSigner>
