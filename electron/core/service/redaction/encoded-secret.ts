import { readEscapes, signsOf, textOf } from './escapes.ts'

/** Escapes inside escapes that are looked through: JSON in JSON in a page. */
const DEEPEST = 4
/** So much is looked at together, which bounds the memory and the time of one step; UTF-16 units. */
const WINDOW = 250_000
/** The longest dress of one sign: `\\\\u0041` in JSON in JSON. UTF-16 units. */
const LONGEST_SIGN = 24

type Span = { from: number; to: number }

/** A secret and the codes that a text may hold it in. */
export type Needle = { secret: string; codes: readonly string[] }

/** What of Base64 (RFC 4648) stays the same wherever the secret is in the encoded text. */
const base64Of = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const middles = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
  return middles.flatMap((middle) => [middle, middle.replaceAll('+', '-').replaceAll('/', '_')])
}
const hexOf = (secret: string): string[] => {
  const hex = Buffer.from(secret).toString('hex')
  return [hex, hex.toUpperCase()]
}

export const needleOf = (secret: string): Needle => ({
  secret,
  codes: [...new Set([...base64Of(secret), ...hexOf(secret)])],
})

const CODED = /[\w+/=-]/
const LETTER = /[\w-]/

type Fits = (from: number, to: number) => Span | null

const find = function* (text: string, needle: string, fits: Fits): Generator<Span> {
  for (let at = text.indexOf(needle); at >= 0; ) {
    const span = fits(at, at + needle.length)
    if (span) yield span
    at = text.indexOf(needle, span ? span.to : at + 1)
  }
}

/** Where a text holds the secret or one of its codes as they are. */
const plainPlaces = function* (text: string, { secret, codes }: Needle, whole: boolean) {
  yield* find(text, secret, (from, to) =>
    whole && (LETTER.test(text[from - 1] ?? '') || LETTER.test(text[to] ?? '')) ? null : { from, to },
  )
  // The characters around a middle encode the first and last one of the secret: the whole run is removed.
  const run: Fits = (from, to) => {
    let [start, end] = [from, to]
    while (CODED.test(text[start - 1] ?? '')) start -= 1
    while (CODED.test(text[end] ?? '')) end += 1
    return { from: start, to: end }
  }
  for (const code of codes) yield* find(text, code, run)
}

const inWindow = (text: string, needle: Needle, whole: boolean): Span[] => {
  const spans = [...plainPlaces(text, needle, whole)]
  if (!text.includes('\\') && !text.includes('%') && !text.includes('&')) return spans
  const signs = signsOf(text)
  for (let depth = 0; depth < DEEPEST && readEscapes(signs); depth += 1) {
    for (const { from, to } of plainPlaces(textOf(signs), needle, whole)) {
      spans.push({ from: signs.origins[from] ?? 0, to: signs.origins[to] ?? text.length })
    }
  }
  return spans
}

/**
 * The places of a text that hold the secret, in whatever dress: escaped for JSON, for a page or an address, also one in
 * another, in Base64 or in hexadecimal digits. `whole`: only where no letter, digit or hyphen adjoins it. In order,
 * never overlapping. Takes time in step with the length of the text, and memory for a part of it; pauses between the parts.
 */
export const placesOf = function* (text: string, needle: Needle, whole: boolean): Generator<undefined, Span[]> {
  const overlap = needle.secret.length * LONGEST_SIGN
  const window = Math.max(WINDOW, overlap)
  const spans: Span[] = []
  for (let start = 0; start < text.length || start === 0; start += window) {
    const from = Math.max(0, start - overlap)
    for (const span of inWindow(text.slice(from, start + window), needle, whole)) {
      spans.push({ from: from + span.from, to: from + span.to })
    }
    yield
  }
  const merged: Span[] = []
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from < last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}
