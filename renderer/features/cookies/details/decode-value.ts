/** One way to read a value; plain text, shown beside the value as it is. */
export type Reading = { kind: 'JSON' | 'JWT' | 'URL-decoded' | 'Base64'; text: string }

const MOST = 65_536

const MOST_DEEP = 32

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** Laid out with two blanks a level: what is nested deeply would become far longer than it is. */
const pretty = (text: string): string | null => {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return isDeeper(value, MOST_DEEP) ? null : JSON.stringify(value, null, 2)
  } catch {
    return null // no JSON, or deeper than can be read
  }
}

const unescaped = (text: string): string | null => {
  if (!/%[0-9a-f]{2}/i.test(text)) return null
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const fromBase64 = (text: string): string | null => {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Header and claims of a token; its signature is not checked, and that is said. */
const tokenParts = (text: string): string | null => {
  const parts = text.split('.')
  if (parts.length !== 3) return null
  const [head, claims] = parts.slice(0, 2).map((part) => pretty(fromBase64(part) ?? ''))
  return head && claims ? `${head}\n${claims}` : null
}

/** How a revealed value can be read, outermost first; nothing for values above 64 kB. Never throws. */
export const readingsOf = (value: string): Reading[] => {
  if (value.length > MOST) return []
  const readings: Reading[] = []
  const plain = unescaped(value)
  const text = plain ?? value
  if (plain !== null) readings.push({ kind: 'URL-decoded', text: plain })
  const token = tokenParts(text)
  if (token) readings.push({ kind: 'JWT', text: token })
  const json = pretty(text)
  if (json) readings.push({ kind: 'JSON', text: json })
  const inner = token || json ? null : pretty(fromBase64(text) ?? '')
  if (inner) readings.push({ kind: 'Base64', text: inner })
  return readings
}
