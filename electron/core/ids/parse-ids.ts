import { setImmediate as nextTurn } from 'node:timers/promises'
import { cut } from '../service/redaction/redact.ts'
import { type Found, findIn, ID_KINDS, type IdKind, isAddress, isToken, uuidsIn } from './id-form.ts'
import { idsOfJson } from './json-ids.ts'
import { cellsOf, headOf, idsOfTable } from './table-ids.ts'

/** Ids found in a text, in order and without repetition, how many entries were no id, and the first of those. */
export type ParsedIds = { ids: string[]; unusable: number; examples: string[] }

/** Work at a stretch, ms; a line in quotes costs a hundred times a plain one, so pieces are not counted. */
const TURN_MS = 10
const MOST_EXAMPLES = 3
const LONGEST_EXAMPLE = 60

/** Lines with something in them, and where each begins; comments (`# …`) are none of them. */
const linesOf = function* (text: string): Generator<{ line: string; end: number }> {
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const line = match[0].trim()
    if (line !== '' && !line.startsWith('#')) yield { line, end: match.index + match[0].length }
  }
}

const jsonLines = function* (text: string, kind: IdKind): Generator<Found> {
  for (const { line } of linesOf(text)) yield* idsOfJson(line, kind) ?? [{ invalid: line }]
}

/** One JSON value, one a line (`jq -c`, `--json`), or several over many lines each (`jq`); null: no JSON. */
const jsonIds = (text: string, kind: IdKind): Iterable<Found> | null => {
  if (!/^\s*[[{]/.test(text)) return null
  const whole = idsOfJson(text, kind)
  if (whole) return whole
  const values = text.split(/(?<=^[}\]])[ \t]*\r?\n/m).filter((value) => value.trim() !== '')
  const found = values.length > 1 ? values.map((value) => idsOfJson(value, kind)) : []
  if (found.length > 0 && found.every((one) => one !== null)) return found.flat()
  const [first] = linesOf(text)
  return first && idsOfJson(first.line, kind) ? jsonLines(text, kind) : null
}

/** Quotes, brackets and a bullet around an entry: a list that was cut out of code or of a text. */
const bare = (entry: string): string =>
  entry
    .replace(/^[-*•]\s+/, '')
    .replace(/(?<!\s)\s+#[\s\S]*$/, '')
    .replace(/^["'`[{(]+|(?<!["'`\]}),;])["'`\]}),;]+$/g, '')
    .trim()

/** Several entries in one line are ids when each could be one and none is a word of prose. */
const idsOfEntries = (line: string, entries: string[], kind: IdKind): Found[] => {
  const isId = (entry: string) => isAddress(entry) || (isToken(entry) && /[\d_]/.test(entry))
  if (entries.every(isId)) return entries.map((entry) => findIn(entry, kind))
  // A record, or a sentence, that names one by its UUID.
  const uuids = entries.flatMap((entry) => (isAddress(entry) ? [entry] : uuidsIn(entry)))
  return uuids.length > 0 ? uuids.map((uuid) => findIn(uuid, kind)) : [{ invalid: line }]
}

const idsOfLine = (line: string, kind: IdKind): Found[] => {
  const json = /^["[{]/.test(line) ? idsOfJson(line, kind) : null
  if (json) return json
  const entry = bare(line)
  if (entry === '') return []
  if (!/[\s,;|]/.test(entry) || isAddress(entry))
    return entry.includes(' ') ? [{ invalid: line }] : [findIn(entry, kind)]
  const cells = cellsOf(entry).map(bare).filter(Boolean)
  return idsOfEntries(line, cells.length > 1 ? cells : entry.split(/\s+/).map(bare).filter(Boolean), kind)
}

const listIds = function* (text: string, kind: IdKind): Generator<Found> {
  for (const { line } of linesOf(text)) yield* idsOfLine(line, kind)
}

const find = async function* (text: string, kind: IdKind): AsyncGenerator<Found> {
  const json = jsonIds(text, kind)
  if (json) return yield* json
  const [separator] = linesOf(text)
  const declared = /^sep=.$/i.test(separator?.line ?? '') ? (separator?.end ?? 0) : 0
  const rest = text.slice(declared)
  const [first] = linesOf(rest)
  const head = first && headOf(first.line, kind)
  if (head) return yield* idsOfTable(rest.slice(first.end), head, kind)
  const alone = first && kind.columns.flat().includes(first.line.replace(/^"|"$/g, '').toLowerCase())
  yield* listIds(alone ? rest.slice(first.end) : rest, kind)
}

/**
 * Finds ids of sessions or profiles in anything a person pastes, drops or pipes: one a line with comments, a table whose
 * header names the column, JSON and JSON lines, whole addresses. Ids are opaque and stay as they are written. What is no
 * id is counted, never guessed at: words of a sentence are not asked for. Megabytes are read in turns, so nothing else
 * waits. Never rejects.
 */
export const parseIds = async (text: string, of: keyof typeof ID_KINDS = 'session'): Promise<ParsedIds> => {
  const ids = new Set<string>()
  const words = new Set<string>()
  const examples: string[] = []
  let unusable = 0
  let began = performance.now()
  const tell = (text: string): void => {
    unusable += 1
    if (examples.length < MOST_EXAMPLES) examples.push(cut(text.replace(/\s+/g, ' ').trim(), LONGEST_EXAMPLE))
  }
  for await (const found of find(text.replace(/^\uFEFF/, ''), ID_KINDS[of])) {
    if ('invalid' in found) tell(found.invalid)
    else {
      ids.add(found.id)
      if (found.word) words.add(found.id)
    }
    if (performance.now() - began > TURN_MS) {
      await nextTurn()
      began = performance.now()
    }
  }
  // Beside a sentence a single word is more of the same text, not an id.
  if (unusable > 0) {
    for (const word of words) {
      ids.delete(word)
      tell(word)
    }
  }
  return { ids: [...ids], unusable, examples }
}
