import { encodingOf } from '../../../electron/contract/text/text-encoding.ts'
import { formatCount } from '../text/format-text.ts'

/** Bound of the operations that take ids out of text, in characters. */
export const MAX_TEXT = 10_000_000

type Named = { name: string; type: string; size: number }

const readable = /\.(txt|text|csv|tsv|json|jsonl|ndjson|log|md)$/i
const readableType = /^(text\/|application\/(json|x-ndjson|csv|vnd\.ms-excel$))/

const isReadable = (file: Named): boolean =>
  readable.test(file.name) || (!/\.[a-z0-9]+$/i.test(file.name) && file.type === '') || readableType.test(file.type)

/** What the ids name: `session`. */
export type IdNoun = 'session' | 'profile'

/** Why files cannot be taken, as one sentence; null when they can. */
export const refusal = (files: readonly Named[], noun: IdNoun): string | null => {
  const odd = files.filter((file) => !isReadable(file))
  const [first] = odd
  if (first) {
    const rest = odd.length > 1 ? ` and ${odd.length - 1} more` : ''
    return `${first.name}${rest} cannot be read here. Drop text, CSV or JSON with ${noun} ids.`
  }
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return size > MAX_TEXT ? 'That is more than 10 MB of text. Split it and drop the parts one after the other.' : null
}

/** The text of a file, by its byte-order mark or as UTF-8; null when its bytes are neither. */
export const textOf = async (file: Pick<Blob, 'arrayBuffer'>): Promise<string | null> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
export const notText = ({ name }: Pick<File, 'name'>): string =>
  `${name} isn't text in UTF-8 or UTF-16. Save it as UTF-8, then drop it again.`

/** What an operation that takes ids out of a text answers. */
export type Added = { added: number; known: number; unusable: number; examples: string[]; first: string | null }
export const nothingAdded = (): Added => ({ added: 0, known: 0, unusable: 0, examples: [], first: null })

/** The sum of two answers; of the entries that are no ids the first ones are kept. */
export const sumOf = (one: Added, other: Added): Added => ({
  added: one.added + other.added,
  known: one.known + other.known,
  unusable: one.unusable + other.unusable,
  examples: [...one.examples, ...other.examples].slice(0, 3),
  first: one.first ?? other.first,
})

const unusableText = ({ unusable, examples }: Pick<Added, 'unusable' | 'examples'>): string => {
  const quoted = examples.map((example) => `“${example}”`).join(', ')
  const more = unusable > examples.length && examples.length > 0 ? ', …' : ''
  const named = quoted === '' ? '' : `: ${quoted}${more}`
  return `${formatCount(unusable)} ${unusable === 1 ? "entry isn't an id" : "entries aren't ids"}${named}.`
}

/** What came of pasted or dropped text, in one to three sentences. */
export const addedSentence = (result: Omit<Added, 'first'>, noun: IdNoun): string => {
  const { added, known, unusable } = result
  const odd = unusable > 0 ? [unusableText(result)] : []
  if (added === 0 && known === 0) return [`No ${noun} ids found in the text.`, ...odd].join(' ')
  const parts = [
    added > 0
      ? `Added ${formatCount(added)} ${noun}${added === 1 ? '' : 's'}.`
      : known === 1
        ? `This ${noun} is already in the list.`
        : `All ${formatCount(known)} are already in the list.`,
  ]
  if (added > 0 && known > 0) parts.push(`${formatCount(known)} ${known === 1 ? 'was' : 'were'} already there.`)
  return [...parts, ...odd].join(' ')
}

/** Text that a paste or drop may add; null when there is none worth sending. */
export const usableText = (text: string): string | null => {
  const trimmed = text.trim()
  return trimmed === '' || trimmed.length > MAX_TEXT ? null : trimmed
}
