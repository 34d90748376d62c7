/** Bytes of a file, `end` exclusive. */
export type Span = { first: number; end: number }

/** Finished bytes of one file: sorted, apart from each other, never empty. */
export type RangeSet = {
  add: (first: number, end: number) => void
  /** What of 0..end is not there yet, in order. `end` may be Infinity. */
  gaps: (end: number) => Span[]
  /** How many bytes are there. */
  bytes: () => number
  /** One past the last byte that is there. */
  end: () => number
  spans: () => Span[]
}

export const createRangeSet = (from: readonly Span[] = []): RangeSet => {
  let spans: Span[] = []
  const set: RangeSet = {
    add: (first, end) => {
      if (end <= first) return
      const before = spans.filter((span) => span.end < first)
      const after = spans.filter((span) => span.first > end)
      const touched = spans.slice(before.length, spans.length - after.length)
      const merged = {
        first: Math.min(first, touched[0]?.first ?? first),
        end: Math.max(end, touched.at(-1)?.end ?? end),
      }
      spans = [...before, merged, ...after]
    },
    gaps: (end) => {
      const found: Span[] = []
      let at = 0
      for (const span of spans) {
        if (span.first >= end) break
        if (span.first > at) found.push({ first: at, end: span.first })
        at = span.end
      }
      if (at < end) found.push({ first: at, end })
      return found
    },
    bytes: () => spans.reduce((sum, span) => sum + span.end - span.first, 0),
    end: () => spans.at(-1)?.end ?? 0,
    spans: () => spans.map((span) => ({ ...span })),
  }
  for (const span of from) set.add(span.first, span.end)
  return set
}
