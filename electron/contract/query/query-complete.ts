import { fold } from '../text/fold.ts'
import { isQueryKey, type QueryKey, queryKeyNames, queryKeys } from './query-keys.ts'
import { printValue } from './query-parse.ts'

type CountedValue = { value: string; count: number }
/** Values that the sessions of an account have, the most frequent first. */
export type KnownValues = {
  status: CountedValue[]
  tag: CountedValue[]
  error: CountedValue[]
}

/** `insert` replaces the text from `from` to `to`. `key` without `value`: a key to go on from. */
export type Completion = {
  from: number
  to: number
  insert: string
  key: QueryKey
  value: string | null
  /** Sessions with it, where that is known. */
  count: number | null
}

export type Completions = {
  items: Completion[]
  /** What is typed means nothing by itself, so that Enter may take the first. */
  needed: boolean
}

const NONE: Completions = { items: [], needed: false }
const MOST = 12
/** A text that is looked for needs not be whole; the query has 500 characters. */
const LONGEST_VALUE = 120

/** Words of the text, with what is quoted in them. */
const TOKEN = /(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s"])+/gs
export const tokensOf = (text: string): { text: string; from: number; to: number }[] =>
  [...text.matchAll(TOKEN)].map((found) => ({ text: found[0], from: found.index, to: found.index + found[0].length }))

const valuesOf = (key: QueryKey, known: KnownValues): readonly { value: string; count: number | null }[] => {
  if (key === 'tag' || key === 'error') return known[key]
  const listed: readonly string[] = queryKeys[key].values
  if (key !== 'status') return listed.map((value) => ({ value, count: null }))
  const seen = new Set(known.status.map(({ value }) => value))
  return [...known.status, ...listed.filter((value) => !seen.has(value)).map((value) => ({ value, count: null }))]
}

/** Where the value under the caret begins, behind the last comma outside of quotes. */
const valueStart = (values: string): number => {
  let start = 0
  let quoted = false
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] === '\\') at += 1
    else if (values[at] === '"') quoted = !quoted
    else if (values[at] === ',' && !quoted) start = at + 1
  }
  return start
}

const unquoted = (text: string): string => text.replace(/^"/, '').replace(/"$/, '').replace(/\\(.)/g, '$1')

const cut = (value: string): string =>
  value.length <= LONGEST_VALUE ? value : value.slice(0, LONGEST_VALUE).replace(/\s+\S*$/, '')

/** What can stand at the caret of a query: keys, and values behind a key. */
export const completionsAt = (text: string, caret: number, known: KnownValues): Completions => {
  const token = tokensOf(text).find(({ from, to }) => caret > from && caret <= to) ?? {
    text: '',
    from: caret,
    to: caret,
  }
  const typed = text.slice(token.from, caret)
  const keyed = /^(-?)([a-z]+):/i.exec(typed)
  const key = keyed?.[2]?.toLowerCase() ?? ''
  if (!keyed || !isQueryKey(key)) {
    const sign = typed.startsWith('-') ? '-' : ''
    const start = typed.slice(sign.length).toLowerCase()
    if (start.length !== token.to - token.from - sign.length || !/^[a-z]*$/.test(start)) return NONE
    const items = queryKeyNames
      .filter((name) => name.startsWith(start))
      .map((name) => ({
        from: token.from,
        to: token.to,
        insert: `${sign}${name}:`,
        key: name,
        value: null,
        count: null,
      }))
    return { items, needed: false }
  }
  const values = typed.slice(keyed[0].length)
  const from = token.from + keyed[0].length + valueStart(values)
  const wanted = fold(unquoted(text.slice(from, caret)))
  const rest = text.slice(caret, token.to)
  const to = caret + (rest.indexOf(',') < 0 ? rest.length : rest.indexOf(','))
  const items = valuesOf(key, known)
    .filter(({ value }) => fold(value).includes(wanted))
    .sort((a, b) => Number(fold(b.value).startsWith(wanted)) - Number(fold(a.value).startsWith(wanted)))
    .slice(0, MOST)
    .map(({ value, count }) => ({ from, to, insert: printValue(cut(value)), key, value, count }))
  const [first] = items
  if (items.length === 1 && fold(first?.value ?? '') === wanted) return NONE
  return { items, needed: wanted === '' || queryKeys[key].kind === 'one-of' }
}
