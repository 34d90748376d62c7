export type RangeAnswer = { kind: 'all' } | { kind: 'part'; start: number; end: number } | { kind: 'impossible' }

/**
 * One range of `bytes=…` against a size; `end` is inclusive. Malformed and multiple ranges count as absent,
 * as object stores do (RFC 9110, 14.2 allows it).
 */
export const parseRange = (header: string | undefined, size: number): RangeAnswer => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (!match[1] && !match[2])) return { kind: 'all' }
  if (!match[1]) {
    const last = Math.min(Number(match[2]), size)
    return last === 0 ? { kind: 'impossible' } : { kind: 'part', start: size - last, end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  if (match[2] && Number(match[2]) < start) return { kind: 'all' }
  return start >= size ? { kind: 'impossible' } : { kind: 'part', start, end }
}
