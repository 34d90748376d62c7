import { isQueryKey, type QueryKey, queryKeyNames, queryKeys } from './query-keys.ts'
import { durationOf, momentOf } from './query-times.ts'

/** A word of free text, or a key with values of which one must fit. Negated: none may fit. */
export type QueryPart =
  | { type: 'text'; text: string }
  | { type: 'term'; key: QueryKey; values: string[]; negated: boolean }

/** Position in the text, UTF-16 units. */
type Span = { from: number; to: number }
type PlacedPart = QueryPart & Span

/** Why a token is not part of a query. `incomplete`: it can become one with more typing. */
type QueryProblem = Span & {
  code: 'unknown-key' | 'incomplete' | 'bad-value' | 'not-separated' | 'too-many'
  message: string
}

/** `parts` are in the order of the text; with problems they are what could be read. */
export type ParsedQuery = { parts: PlacedPart[]; problems: QueryProblem[] }

/** Parts of one query; a person types far fewer. */
const MOST_PARTS = 40

const KEY = /-?([a-z]+):/iy
const SPACES = /\s*/y
const WORD = /\S+/y
const BARE_VALUE = /[^\s",]*/y
const QUOTED = /"((?:[^"\\]|\\.)*)("?)/sy

const match = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Text between quotes; a backslash makes a quote or a backslash part of it. */
const quotedAt = (text: string, at: number): { value: string; to: number; closed: boolean } | null => {
  const found = match(QUOTED, text, at)
  if (!found) return null
  const value = (found[1] ?? '').replace(/\\([\\"])/g, '$1')
  return { value, to: at + found[0].length, closed: found[2] === '"' }
}

/** Made for a message alone: the first formatter of a process takes a twentieth of a command. */
const anyOf = (values: readonly string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(values)

const sorted = (text: string): string => [...text].sort().join('')

/**
 * The key that a misspelt one stands for: one begins with the other, one letter differs, or letters changed places.
 * Undefined below three letters: ids and titles hold short words before a colon.
 */
const nearestKey = (typed: string): QueryKey | undefined => {
  if (typed.length < 3) return undefined
  const differing = (key: string): number => [...key].filter((letter, at) => letter !== typed[at]).length
  return queryKeyNames.find(
    (key) =>
      (key.length >= 3 && (key.startsWith(typed) || typed.startsWith(key))) ||
      (key.length === typed.length && (differing(key) === 1 || sorted(key) === sorted(typed))),
  )
}

/** The value as the query keeps it, or why it is none. Dates are read again when the query runs: "today" moves on. */
const readValue = (key: QueryKey, value: string): { ok: true; value: string } | { ok: false; message: string } => {
  const { kind, values } = queryKeys[key]
  const lower = value.toLowerCase()
  if (kind === 'one-of') {
    if ((values as readonly string[]).includes(lower)) return { ok: true, value: lower }
    return { ok: false, message: `${key}: takes ${anyOf(values)}.` }
  }
  if (kind === 'moment') {
    if (momentOf(value, 0)) return { ok: true, value: lower }
    return { ok: false, message: `${key}: takes a date such as today, yesterday, 2026-11-20 or 7d.` }
  }
  if (kind === 'duration') {
    if (durationOf(value) !== null) return { ok: true, value: lower }
    return { ok: false, message: `${key}: takes a length such as 90s, 5m or 1h30m.` }
  }
  return { ok: true, value }
}

/** Whether a value is written at a key that ends here, and not the rest of an address. */
const isAttached = (text: string, at: number): boolean => /\S/.test(text.charAt(at)) && !text.startsWith('//', at)

type Values = { values: string[]; to: number; problem: QueryProblem | null }

/** The values behind `key:`, separated by commas, which begin at `start`. */
const valuesAt = (text: string, start: number, key: QueryKey, from: number): Values => {
  const values: string[] = []
  let at = start
  let problem: QueryProblem | null = null
  const refuse = (code: QueryProblem['code'], message: string, span: Span): void => {
    problem ??= { code, message, ...span }
  }
  for (;;) {
    const quoted = quotedAt(text, at)
    const to = quoted?.to ?? at + (match(BARE_VALUE, text, at)?.[0].length ?? 0)
    const value = quoted?.value ?? text.slice(at, to)
    if (quoted && !quoted.closed) refuse('incomplete', 'The quotation mark is not closed.', { from: at, to })
    else if (value.trim() === '') {
      const some: readonly string[] = queryKeys[key].values
      const such = some.length > 0 ? `, such as ${some.slice(0, 4).join(', ')}` : ''
      refuse('incomplete', `${key}: needs a value${such}.`, { from, to })
    } else {
      const read = readValue(key, value)
      if (read.ok) values.push(read.value)
      else refuse('bad-value', read.message, { from: at, to })
    }
    at = to
    if (text[at] !== ',') break
    at += 1
  }
  const rest = match(WORD, text, at)
  if (rest) {
    const to = at + rest[0].length
    refuse('not-separated', 'Put a space between two filters.', { from: at, to })
    at = to
  }
  return { values, to: at, problem }
}

/**
 * Reads a query on sessions: words of free text and `key:value` terms in any order. Never throws; linear in the
 * text's length. What resembles no key ("Friday: ferry", `urn:a:b`, an address) is free text, so that titles and ids can be
 * looked for.
 */
export const parseQuery = (text: string): ParsedQuery => {
  const parts: PlacedPart[] = []
  const problems: QueryProblem[] = []
  const skip = (at: number): number => at + (match(SPACES, text, at)?.[0].length ?? 0)
  for (let at = skip(0); at < text.length; at = skip(at)) {
    const from = at
    if (parts.length + problems.length === MOST_PARTS) {
      const message = `A query has at most ${MOST_PARTS} filters.`
      problems.push({ code: 'too-many', message, from, to: text.length })
      break
    }
    const typed = match(KEY, text, at)
    const key = typed?.[1]?.toLowerCase() ?? ''
    if (typed && isQueryKey(key)) {
      const read = valuesAt(text, at + typed[0].length, key, from)
      at = read.to
      if (read.problem) problems.push(read.problem)
      else parts.push({ type: 'term', key, values: read.values, negated: typed[0].startsWith('-'), from, to: at })
      continue
    }
    const nearest = typed && isAttached(text, at + typed[0].length) ? nearestKey(key) : undefined
    if (nearest) {
      at += match(WORD, text, at)?.[0].length ?? 0
      const message = `There is no filter ${key}:. Did you mean ${nearest}:? To search for the text, put it in quotes.`
      problems.push({ code: 'unknown-key', message, from, to: at })
      continue
    }
    const quoted = quotedAt(text, at)
    at = quoted?.to ?? at + (match(WORD, text, at)?.[0].length ?? 0)
    if (quoted && !quoted.closed) {
      problems.push({ code: 'incomplete', message: 'The quotation mark is not closed.', from, to: at })
    } else {
      const value = quoted?.value ?? text.slice(from, at)
      if (value.trim() !== '') parts.push({ type: 'text', text: value, from, to: at })
    }
  }
  return { parts, problems }
}

const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`
export const printValue = (value: string): string => (/^[^\s",]+$/.test(value) ? value : quote(value))
/** A word that would have another meaning by itself is quoted. */
const printWord = (word: string): string => (/\s|^"|^-?[a-z]+:(?!\/\/)/i.test(word) ? quote(word) : word)

/** The shortest text that reads as these parts. */
export const printQuery = (parts: readonly QueryPart[]): string =>
  parts
    .map((part) =>
      part.type === 'text'
        ? printWord(part.text)
        : `${part.negated ? '-' : ''}${part.key}:${part.values.map(printValue).join(',')}`,
    )
    .join(' ')
