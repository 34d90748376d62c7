import { createHash, randomBytes } from 'node:crypto'

/** First words of an entry that only says where its parts are. A token never begins like this. */
const MARK = 'replay-desk-parts:1'
/** Parts beyond these mean that something else than a token is being stored. */
const MAX_PARTS = 40

export type Parts = { generation: string; count: number; digest: string }

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 32)

/** Key of one part. The generation keeps parts of an older secret apart until the new one works (K06). */
export const partKey = (key: string, generation: string, index: number): string => `${key}#${generation}.${index}`

/** Splits at `limit` UTF-16 units, never inside a surrogate pair (K04); null when it would be too many. */
export const splitSecret = (secret: string, limit: number): string[] | null => {
  const parts: string[] = []
  let from = 0
  while (from < secret.length) {
    let to = Math.min(from + limit, secret.length)
    const unit = secret.charCodeAt(to - 1)
    if (to < secret.length && to - from > 1 && unit >= 0xd800 && unit <= 0xdbff) to -= 1
    parts.push(secret.slice(from, to))
    from = to
  }
  return parts.length > MAX_PARTS ? null : parts
}

export const newParts = (secret: string, count: number): Parts => ({
  generation: randomBytes(4).toString('hex'),
  count,
  digest: digestOf(secret),
})
export const formatParts = ({ generation, count, digest }: Parts): string => `${MARK}:${generation}:${count}:${digest}`

/** Null for an entry that is the secret itself. */
export const readParts = (entry: string): Parts | null => {
  const match = /^replay-desk-parts:1:([0-9a-f]{8}):(\d{1,2}):([0-9a-f]{32})$/.exec(entry)
  return match ? { generation: match[1] ?? '', count: Number(match[2]), digest: match[3] ?? '' } : null
}

/** The whole secret, or null when parts are missing or altered: a truncated token is never handed out. */
export const joinParts = (parts: Parts, pieces: readonly (string | null)[]): string | null => {
  const secret = pieces.join('')
  return pieces.every((piece) => piece !== null) && digestOf(secret) === parts.digest ? secret : null
}
