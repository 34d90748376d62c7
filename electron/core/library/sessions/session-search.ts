import type { StatementSync } from 'node:sqlite'
import { fold, foldDotless } from '../../../contract/text/fold.ts'
import { textAt } from './coded-texts.ts'
import type { SessionIndex, TextMatch } from './session-index.ts'

/** Terms beyond these add nothing a person would notice and only cost time. */
const MAX_TERMS = 8
/** Matches kept, so that the next keystroke only looks through the last one's rows. */
const KEPT_TERMS = 24

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu
/**
 * A text as FTS5 is given it, when it is stored and when it is looked for. FTS5 sees a run of Chinese or Japanese as one
 * word; single signs make every part of it findable. It folds case and accents by itself, but no dotless i (L23).
 */
export const indexText = (text: string): string => foldDotless(text.replace(UNSPACED, ' $& '))

/** Words or phrases to look for, each once. */
const termsOf = (words: readonly string[]): string[] =>
  [...new Set(words.map((word) => word.replaceAll('\0', ' ').trim()))].filter((term) => term !== '').slice(0, MAX_TERMS)

/** A term as FTS5 prefix phrase; quoted, so operators, brackets and colons are just text. */
const ftsTerm = (term: string): string => `"${indexText(term).replaceAll('"', '""')}"*`

/** Reads `1,22,333` into marks: one string instead of 100,000 row objects. */
const markNumbers = (text: string, marks: Uint8Array): void => {
  let value = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 44) {
      marks[value] = 1
      value = 0
    } else value = value * 10 + code - 48
  }
  marks[value] = 1 // number 0 is no row
}

/**
 * Finds rows by text: every word must occur, each as any part of the id, of the title or of the error, or the beginning
 * of a word in notes, marks, tags and verdict reasons (FTS5). Ids and titles are searched in memory because
 * a fragment of one or two characters, the first keystrokes, is what an index on disk cannot answer in time.
 */
export const createSessionSearch = (index: SessionIndex, texts: StatementSync) => {
  const kept = new Map<string, Int32Array>()
  let lastText: { text: string; match: Int32Array } | null = null

  const findTerm = (term: string): Int32Array => {
    const known = kept.get(term)
    if (known) return known
    const { columns } = index
    const plain = fold(term)
    const lower = term.toLowerCase()
    // What matches `abc` also matched `ab`: begin there.
    let start: Int32Array | null = null
    for (let length = term.length - 1; length > 0 && start === null; length -= 1)
      start = kept.get(term.slice(0, length)) ?? null
    const candidates = start ?? index.rows()
    const hits = new Uint8Array(columns.capacity)
    const found = texts.get(ftsTerm(term))?.rows
    if (typeof found === 'string') markNumbers(found, hits)
    const out = new Int32Array(candidates.length)
    let count = 0
    for (let place = 0; place < candidates.length; place += 1) {
      const id = candidates[place] as number
      if (hits[id] !== 1 && !(columns.needle[id] as string).includes(lower)) {
        if (plain === '') continue
        if (columns.title[id]?.includes(plain) !== true && textAt(columns.error, id)?.includes(plain) !== true) continue
      }
      out[count] = id
      count += 1
    }
    const match = out.slice(0, count)
    kept.set(term, match)
    if (kept.size > KEPT_TERMS) kept.delete(kept.keys().next().value as string)
    return match
  }

  const both = (a: Int32Array, b: Int32Array): Int32Array => {
    const marked = new Uint8Array(index.columns.capacity)
    for (const id of b) marked[id] = 1
    return a.filter((id) => marked[id] === 1)
  }

  return {
    /** Null without any word. The same array is answered for the same words until the next change. */
    match: (words: readonly string[]): TextMatch => {
      const text = JSON.stringify(words)
      if (lastText?.text === text) return lastText.match
      const terms = termsOf(words)
      const [first, ...others] = terms
      if (first === undefined) return null
      const match = others.reduce((rows, term) => both(rows, findTerm(term)), findTerm(first))
      lastText = { text, match }
      return match
    },
    /** Rows or texts changed: what was found no longer holds. */
    forget: (): void => {
      kept.clear()
      lastText = null
    },
  }
}
