import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { fold } from '../../../contract/text/fold.ts'

export type Condition = { sql: string; values: SQLInputValue[] }

/** Words beyond these add nothing a person would notice and only cost time. */
const MAX_WORDS = 8

const likeOf = (word: string): string => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * The rows whose text holds every word of a filter, as `fold` compares; null when the filter has no word. `searched` is
 * the SQL of the text, `free` the SQL of the part that may hold more than ASCII. LIKE compares ASCII just so and in a
 * fraction of the time; it cannot do the rest.
 */
export const textCondition = (text: string, searched: string, free = searched): Condition | null => {
  const words = fold(text).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return null
  const plain = `octet_length(${free}) = length(${free}) AND ${free} NOT GLOB '*%[89A-Fa-f]*'`
  // Ids are percent-encoded in paths, so a word counts in that form, too.
  const forms = words.map((word) => [...new Set([word, encodeURIComponent(word.toWellFormed())])])
  const likes = forms.map((some) => `(${some.map(() => `${searched} LIKE ? ESCAPE '\\'`).join(' OR ')})`).join(' AND ')
  return {
    sql: `CASE WHEN ${plain} THEN ${likes} ELSE has_words(?, ${searched}) END`,
    values: [...forms.flat().map(likeOf), JSON.stringify(words)],
  }
}

/** What does not decode stays as it is. */
const decoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })

/**
 * Registers `has_words(words, text)`: 1 when every word of the JSON array, folded already, occurs in the text as it is
 * or in the text without its percent-encoding.
 */
export const registerTextFilter = (db: DatabaseSync): void => {
  let last = { json: '[]', words: [] as string[] }
  db.function('has_words', { deterministic: true }, (json, text) => {
    if (last.json !== json) last = { json: String(json), words: JSON.parse(String(json)) as string[] }
    const given = String(text)
    const plain = fold(given)
    const clear = given.includes('%') ? fold(decoded(given)) : plain
    return last.words.every((word) => plain.includes(word) || clear.includes(word)) ? 1 : 0
  })
}
