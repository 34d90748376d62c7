import { titleOf } from '../../contract/constants/session-constants.ts'
import type { ImportPlan } from '../../contract/models/hand-over-models.ts'
import { sessionQueryModel } from '../../contract/models/session-models.ts'
import { formatDuration } from '../../contract/text/quantities.ts'
import { parseReviews } from '../../core/hand-over/parse-reviews.ts'
import { readReviewFile } from '../../core/hand-over/read-review-file.ts'
import { readReviews, sessionsOf } from '../../core/hand-over/review-export.ts'
import { reviewJson, reviewWriter } from '../../core/hand-over/review-text.ts'
import type { ReviewOfSession } from '../../core/library/hand-over/review-rows.ts'
import type { Library } from '../../core/library/library.ts'
import { readQuery } from '../../core/library/sessions/query/query-reader.ts'
import type { StoredAccount } from '../../core/library/tables/accounts-table.ts'
import { choose, noAccount } from '../connect-account.ts'
import type { Context } from '../context.ts'
import { openSharedLibrary } from '../desktop-data.ts'
import { clock, createCliLog } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { formatTime } from '../output/terminal-text.ts'

export type ReviewsOptions = { account?: string; query?: string; csv?: boolean; bom?: boolean }
export type ImportOptions = { account?: string; dryRun?: boolean }

const HEAD = ['Session', 'Verdict', 'Judged', 'Length', 'Title, reason and note']

/** Runs with the library of the desktop program and one of its accounts; reviews need no service. */
const withLibrary = async (
  context: Context,
  named: string | undefined,
  work: (library: Library, account: StoredAccount) => Promise<number>,
): Promise<number> => {
  const { out } = context
  const opened = await openSharedLibrary(context, createCliLog(context))
  if (!opened.ok) return out.problem(opened.problem)
  const library = opened.value
  try {
    const stored = library.accounts.read()
    if (!stored.ok) return out.problem(stored.problem)
    const account = choose(stored.value, library.accounts.activeId(), named, null)
    if (!account.ok) return out.problem(account.problem)
    return account.value === null ? out.problem(noAccount().problem) : await work(library, account.value)
  } finally {
    library.close()
  }
}

const rowOf = ({ session, title, verdict, verdictAt, reason, note, facts }: ReviewOfSession): string[] => [
  session,
  verdict ?? 'none',
  verdictAt === null ? '' : formatTime(verdictAt),
  formatDuration(facts.lengthMs),
  [titleOf({ ...facts, title }), reason, note].filter(Boolean).join(' · '),
]

/** Prints what was written about sessions: as a table, as JSON lines, or as CSV. */
export const reviews = async (context: Context, options: ReviewsOptions): Promise<number> => {
  const { out, stop } = context
  const text = options.query ?? ''
  const parts = readQuery(text)
  if (!parts.ok) return out.problem(parts.problem)
  return withLibrary(context, options.account, async (library, { id, label }) => {
    const query = sessionQueryModel.parse({ text })
    const ids = await sessionsOf(library, id, { kind: 'query', query })
    if (!ids.ok) return out.problem(ids.problem)
    const account = { id, label }
    const writer = reviewWriter('csv', { bom: options.bom ?? false, account, at: clock.now() })
    const rows: string[][] = []
    const print = (review: ReviewOfSession): void => {
      out.jsonText(JSON.stringify(reviewJson(review, account)))
      if (options.csv) out.exact(writer.review(review, rows.length))
      rows.push(rowOf(review))
    }
    if (options.csv) out.exact(writer.head)
    const reading = { signal: stop.signal, onProgress: () => {} }
    for await (const batch of readReviews(library, id, ids.value, reading)) {
      if (!batch.ok) return out.problem(batch.problem)
      for (const review of batch.value) print(review)
    }
    if (rows.length === 0) out.note('No reviews found.')
    else if (!options.csv) out.table(HEAD, rows, { ids: 0 })
    return EXIT.ok
  })
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** One line on what an import changes. */
const planLine = ({ added, replaced, kept, same, marks, unlisted }: ImportPlan): string => {
  const parts = [
    `${added} new`,
    `${replaced} newer in the file`,
    `${kept} newer here and kept`,
    `${same} the same`,
    ...(marks > 0 ? [counted(marks, 'timed note or mark added', 'timed notes and marks added')] : []),
    ...(unlisted > 0 ? [`${counted(unlisted, 'session', 'sessions')} not in the list yet`] : []),
  ]
  return `${parts.join(', ')}.`
}

/** Takes over the reviews of a file, session by session the newest; with `--dry-run` it only says what would change. */
export const importReviews = async (context: Context, file: string, options: ImportOptions): Promise<number> => {
  const { out, stop } = context
  const text = await readReviewFile(file)
  if (!text.ok) return out.problem(text.problem)
  const records = await parseReviews(text.value, clock.now())
  if (!records.ok) return out.problem(records.problem)
  return withLibrary(context, options.account, async (library, { id }) => {
    const onProgress = ({ done, total }: { done: number; total: number }): void =>
      out.progress(`Importing: ${done} of ${total} reviews`)
    const done = options.dryRun
      ? await library.reviewMerge.plan(id, records.value)
      : await library.reviewMerge.apply(id, records.value, clock.now(), { signal: stop.signal, onProgress })
    out.progress(null)
    if (stop.signal.aborted && !done.ok) return EXIT.interrupted
    if (!done.ok) return out.problem(done.problem)
    const { conflicts, added, replaced, kept, same, marks, unlisted } = done.value
    for (const { sessionId, newer, here, there } of conflicts) {
      out.record({ session: sessionId, newer: newer === 'there' ? 'file' : 'here', here, file: there })
      const change = `${here.verdict ?? 'none'} here, ${there.verdict ?? 'none'} in the file`
      out.line(`${newer === 'there' ? 'replaced' : 'kept    '}  ${sessionId}: ${change}`)
    }
    out.record({ imported: !options.dryRun, added, replaced, kept, same, marks, unlisted })
    out.line(`${options.dryRun ? 'Would import: ' : 'Imported: '}${planLine(done.value)}`)
    return EXIT.ok
  })
}
