import { fold } from '../../../../contract/text/fold.ts'
import { textAt } from '../coded-texts.ts'
import { type Columns, FLAGS } from '../session-order.ts'
import type { QueryFields } from './session-filter.ts'

/** Folded texts remembered: statuses and errors repeat, and folding one takes longer than comparing it. */
const MOST_KEPT = 10_000

/** `fold` that answers the same string object for the same text; begins again when full. */
export const createFolded = (make: (text: string) => string = fold): ((text: string) => string) => {
  const kept = new Map<string, string>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const folded = make(text)
    kept.set(text, folded)
    return folded
  }
}

const NO_TAGS: readonly string[] = []

/** One row of the index at a time, as queries look at it: an object per row would be 100,000 with every keystroke. */
export const createIndexFields = (columns: Columns): { fields: QueryFields; at: (row: number) => void } => {
  let row = 0
  const has = (flag: number): boolean => ((columns.flags[row] as number) & flag) !== 0
  return {
    at: (next) => {
      row = next
    },
    fields: {
      get id() {
        return columns.needle[row] as string
      },
      get status() {
        return textAt(columns.foldedStatus, row) as string
      },
      get title() {
        return columns.title[row] ?? null
      },
      get error() {
        return textAt(columns.error, row)
      },
      get similar() {
        return textAt(columns.similar, row)
      },
      get note() {
        return columns.note[row] ?? null
      },
      get tags() {
        return columns.tags[row] ?? NO_TAGS
      },
      get verdict() {
        return columns.verdict[row] ?? null
      },
      get recording() {
        return columns.recording[row] as string
      },
      get created() {
        return columns.numbers.created[row] as number
      },
      get length() {
        return columns.numbers.length[row] as number
      },
      get expires() {
        return columns.numbers.expires[row] as number
      },
      get frozen() {
        return columns.numbers.frozen[row] as number
      },
      get loop() {
        return has(FLAGS.loop)
      },
      get failed() {
        return has(FLAGS.failed)
      },
      get active() {
        return has(FLAGS.active)
      },
      get archived() {
        return has(FLAGS.archived)
      },
      get pasted() {
        return has(FLAGS.pasted)
      },
    },
  }
}
