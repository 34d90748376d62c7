import { ok, type Result } from '../contract/result.ts'
import { createPageWalk, walkRemark } from '../core/service/answers/page-walk.ts'
import type { Page } from '../core/service/endpoints.ts'
import type { Context } from './context.ts'
import { EXIT } from './exit-codes.ts'

/** At 100 rows a page beyond anything a deployment holds, and an end for a list without one. */
const MAX_PAGES = 20_000

type Pages<T> = {
  /** For the progress line: `sessions`. */
  what: string
  /** At most so many are taken. */
  limit: number
  fetch: (page: number) => Promise<Result<Page<T>>>
  idOf: (item: T) => string
  /** False: not one of those wanted, so it does not count. */
  take: (item: T) => boolean
}

type Table<T> = Pages<T> & {
  head: string[]
  /** Filled by `take`. */
  rows: string[][]
  layout: Parameters<Context['out']['table']>[2]
  /** Ends what the list was read with. */
  close: () => Promise<void>
}

/**
 * Reads a list of the service page by page, and takes each item once: new ones push the list down while it is read.
 * Answers how many were taken; what came before a problem is printed already, and what the list lacks is reported on stderr.
 */
const readPages = async <T>(
  { out }: Context,
  { what, limit, fetch, idOf, take }: Pages<T>,
): Promise<Result<number>> => {
  const walk = createPageWalk(idOf)
  let taken = 0
  for (let page = 1; page <= MAX_PAGES && taken < limit; page += 1) {
    out.progress(page > 1 ? `Page ${page}, ${taken} ${what}` : null)
    const answer = await fetch(page)
    out.progress(null)
    if (!answer.ok) return answer
    const { fresh, end } = walk.next(answer.value)
    for (const item of fresh) if (taken < limit && take(item)) taken += 1
    if (!end) continue
    // A list that was cut by the limit owes nothing.
    const remark = taken < limit ? walkRemark(end, walk.count(), what) : null
    if (remark) out.note(remark)
    break
  }
  return ok(taken)
}

/** Prints a list as a table, also what came before a problem. Answers the exit code. */
export const printPages = async <T>(context: Context, table: Table<T>): Promise<number> => {
  const { out } = context
  const read = await readPages(context, table).finally(table.close)
  if (table.rows.length > 0) out.table(table.head, table.rows, table.layout)
  if (!read.ok) return out.problem(read.problem)
  if (read.value === 0) out.note(`No ${table.what} found.`)
  return EXIT.ok
}
