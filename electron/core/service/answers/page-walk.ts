import type { Page } from '../endpoints.ts'

/** The service is asked for 100 rows; a page that is full may have another one behind it. */
const FULL_PAGE = 100
/** Pages in a row without a new id that end a list: new rows push old ones down, so one such page is ordinary. */
const STALE_PAGES = 2
/** The same where records could not be read, because they may have been new (E04). */
const STALE_UNREADABLE_PAGES = 10

/** At 100 rows a page several times what any deployment holds; more would fill the disk and the memory. */
const MOST_ROWS = 500_000
/** Text of all rows of one walk, UTF-16 units: half a million ordinary rows have 75 million. What is searched is in memory. */
const MOST_TEXT = 96 * 2 ** 20
/** After so many pages each must have brought this many new rows on the average: who asks for 100 and gets 1 gets nothing. */
const PATIENT_PAGES = 500
const LEAST_PER_PAGE = 2

/** Why a list with more pages is not read any further, as the end of a sentence. */
export type Limit = (typeof limits)[number]
export const limits = ['rows', 'text', 'pages'] as const

/** The next step where a list owes something. */
export const REPORT_LIST = 'Refresh again. If this happens again, report it to the operator of the service.'

/** How a list ended. */
export type WalkEnd = {
  /** Pages came again and again without anything new, though the service announced more (H16). */
  repeats: boolean
  /** Rows the service counts in `total` that no page held (L20). */
  missing: number
  /** Records without a usable id. */
  skipped: number
  /** The list has more pages, but is not read any further. */
  limit: Limit | null
}

const LIMITS: Record<Limit, (what: string) => string> = {
  rows: (what) =>
    `The list holds more than ${MOST_ROWS.toLocaleString('en-US')} ${what}, so the refresh stopped there.`,
  text: (what) => `The ${what} of the list contain too much text, so the refresh stopped there.`,
  pages: (what) => `The pages of the list contain hardly any ${what}, so the refresh stopped there.`,
}

/** What a list owes its reader in one sentence, such as "The service counts 23 sessions but listed 5."; null: nothing. */
export const walkRemark = (
  { repeats, missing, skipped, limit }: WalkEnd,
  read: number,
  what: string,
): string | null => {
  const sentences = [
    ...(limit ? [LIMITS[limit](what)] : []),
    ...(missing > 0 && !limit
      ? [`The service counts ${read + skipped + missing} ${what} but listed ${read + skipped}.`]
      : []),
    ...(repeats ? ['The service repeats its pages endlessly, so the refresh stopped there.'] : []),
    ...(skipped > 0
      ? [
          skipped === 1
            ? '1 entry without a valid id was skipped.'
            : `${skipped} entries without a valid id were skipped.`,
        ]
      : []),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** UTF-16 units of the texts of a row. */
const textIn = (item: unknown): number =>
  typeof item === 'string'
    ? item.length
    : typeof item === 'object' && item !== null
      ? Object.values(item).reduce((sum: number, value: unknown) => sum + textIn(value), 0)
      : 0

/**
 * Decides page by page whether a list has more. `has_next: true` is believed only while pages bring something new
 * (H16), `has_next: false` is believed, and without `has_next` the list continues until `total` rows were met or, without
 * `total`, while pages are full (L20). Used by everything that reads a list of the service to its end.
 *
 * `next` answers null while there is another page, else how the list ended. `fresh` says which items of the last page
 * had not come before in this walk.
 */
export const createPageWalk = <T>(idOf: (item: T) => string) => {
  const seen = new Set<string>()
  let skipped = 0
  let stale = 0
  let pages = 0
  let text = 0

  const limitOf = (): Limit | null => {
    if (seen.size + skipped >= MOST_ROWS) return 'rows'
    if (text >= MOST_TEXT) return 'text'
    return pages >= PATIENT_PAGES && seen.size < pages * LEAST_PER_PAGE ? 'pages' : null
  }

  return {
    /** Different ids met so far. */
    count: (): number => seen.size,
    next: ({ items, skipped: unusable, hasNext, total }: Pick<Page<T>, 'items' | 'skipped' | 'hasNext' | 'total'>) => {
      const fresh: T[] = []
      for (const item of items) {
        const id = idOf(item)
        if (seen.has(id)) continue
        seen.add(id)
        text += textIn(item)
        fresh.push(item)
      }
      skipped += unusable
      stale = fresh.length > 0 ? 0 : stale + 1
      const empty = items.length + unusable === 0
      const repeats = !empty && stale >= (unusable > 0 ? STALE_UNREADABLE_PAGES : STALE_PAGES)
      const open = hasNext ?? (total === null ? items.length + unusable >= FULL_PAGE : seen.size + skipped < total)
      const missing = total === null ? 0 : Math.max(0, total - seen.size - skipped)
      pages += 1
      const goesOn = open && !empty && !repeats
      const limit = goesOn ? limitOf() : null
      const end: WalkEnd | null =
        goesOn && limit === null ? null : { repeats: repeats && hasNext === true, missing, skipped, limit }
      return { fresh, end }
    },
  }
}
