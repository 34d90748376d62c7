import { formatCount } from './format.ts'

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

/** What came of pasted or dropped text, as one or two sentences. */
export const addedSentence = (result: { added: number; known: number; unusable: number }, noun: IdNoun): string => {
  const { added, known, unusable } = result
  if (added === 0 && known === 0) return `No ${noun} id was found in that text.`
  const parts = [
    added > 0
      ? `Added ${formatCount(added)} ${noun}${added === 1 ? '' : 's'}.`
      : known === 1
        ? `This ${noun} is in the list already.`
        : `All ${formatCount(known)} are in the list already.`,
  ]
  if (added > 0 && known > 0) parts.push(`${formatCount(known)} ${known === 1 ? 'was' : 'were'} there already.`)
  if (unusable > 0) parts.push(`${formatCount(unusable)} ${unusable === 1 ? 'entry was' : 'entries were'} not an id.`)
  return parts.join(' ')
}

/** Text that a paste or drop may add; null when there is none worth sending. */
export const usableText = (text: string): string | null => {
  const trimmed = text.trim()
  return trimmed === '' || trimmed.length > MAX_TEXT ? null : trimmed
}
