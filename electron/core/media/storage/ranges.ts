/** What a `Range` header asks for, before the size is known. Offsets are bytes, `last` inclusive. */
export type RangeRequest =
  | { kind: 'whole' }
  | { kind: 'from'; first: number; last: number | null }
  | { kind: 'suffix'; length: number }

export type ResolvedRange =
  | { kind: 'whole' }
  | { kind: 'part'; first: number; last: number }
  | { kind: 'unsatisfiable' }

const WHOLE: RangeRequest = { kind: 'whole' }

/**
 * Reads one `Range` header (RFC 9110, 14.2). Other units, several ranges, broken numbers and `5-2` count
 * as absent: the answer is then the whole (X03).
 */
export const readRange = (header: string | null): RangeRequest => {
  const match = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)$/i.exec(header?.trim() ?? '')
  if (!match) return WHOLE
  const [, a = '', b = ''] = match
  const first = Number(a)
  const last = Number(b)
  if (![first, last].every(Number.isSafeInteger)) return WHOLE
  if (a === '') return b === '' ? WHOLE : { kind: 'suffix', length: last }
  if (b === '') return { kind: 'from', first, last: null }
  return last < first ? WHOLE : { kind: 'from', first, last }
}

/** Applies a range to an object of `size` bytes. */
export const resolveRange = (range: RangeRequest, size: number): ResolvedRange => {
  if (range.kind === 'whole') return range
  if (range.kind === 'suffix') {
    return range.length === 0 || size === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', first: Math.max(0, size - range.length), last: size - 1 }
  }
  if (range.first >= size) return { kind: 'unsatisfiable' }
  return { kind: 'part', first: range.first, last: Math.min(range.last ?? size - 1, size - 1) }
}

/** The header's text for an upstream request. */
export const writeRange = (first: number, last: number | null): string => `bytes=${first}-${last ?? ''}`

export type ContentRange = { first: number; last: number; total: number | null }

/** Reads `bytes 0-9/10` and `bytes 0-9/*`; null for everything that contradicts itself (D02). */
export const readContentRange = (header: string | null): ContentRange | null => {
  const match = /^bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return null
  const [first, last] = [Number(match[1]), Number(match[2])]
  const total = match[3] === '*' ? null : Number(match[3])
  return last < first || (total !== null && last >= total) ? null : { first, last, total }
}

/** The size in the `Content-Range` of a 416. */
export const readUnsatisfied = (header: string | null): number | null => {
  const match = /^bytes\s+\*\/(\d{1,15})$/i.exec(header?.trim() ?? '')
  return match ? Number(match[1]) : null
}
