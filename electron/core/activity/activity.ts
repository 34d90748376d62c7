import type { Account, Limit } from '../../contract/models/account-models.ts'
import type {
  ActivityDetail,
  ActivityFilter,
  ActivityPage,
  ActivityQuery,
  ActivityRow,
  LimitHistory,
} from '../../contract/models/activity-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import { noAccount } from '../account/no-account.ts'
import type { Clock } from '../base/ports.ts'
import type { Library } from '../library/library.ts'
import type { StoredRequest } from '../library/tables/journal-table.ts'
import { type JournalEntry, outcomeOf } from '../service/journal.ts'
import { curlOf } from './curl.ts'
import { limitHistory } from './limit-history.ts'

type ActivityConfig = {
  journal: Library['journal']
  /** The active one. */
  account: () => Account | null
  clock: Clock
  onCleared: () => void
}

const toRow = ({ accountId: _mine, limitTotal: _whole, ...entry }: JournalEntry & { id: number }): ActivityRow => ({
  ...entry,
  outcome: outcomeOf(entry.status, entry.problem),
})

const detailOf = (account: Account, request: StoredRequest): ActivityDetail => {
  const { requestHeaders, answerHeaders, ...entry } = request
  const url = account.baseUrl.replace(/(?<!\/)\/+$/, '') + entry.path
  const curl = curlOf({ method: entry.method, url, headers: requestHeaders })
  return { ...toRow(entry), url, requestHeaders, answerHeaders, curl }
}

/** One line of an export: a JSON object with the time in ISO form. */
const lineOf = (account: Account, request: StoredRequest): string => {
  const { id: _id, at, curl: _curl, limitLeft, ...rest } = detailOf(account, request)
  const limit = { limit: request.limitTotal, limitLeft }
  return `${JSON.stringify({ at: new Date(at).toISOString(), ...rest, ...limit })}\n`
}

/** The journal as the Activity view shows it: the requests of the active account, redacted when they were written. */
export const createActivity = ({ journal, account, clock, onCleared }: ActivityConfig) => {
  const withAccount = <T>(run: (account: Account) => Result<T>): Result<T> => {
    const active = account()
    return active ? run(active) : noAccount()
  }

  return {
    query: (query: ActivityQuery): Result<ActivityPage> =>
      withAccount(({ id }) => {
        const page = journal.query(id, query)
        return page.ok ? ok({ rows: page.value.rows.map(toRow), total: page.value.total }) : page
      }),
    get: (id: number): Result<ActivityDetail> =>
      withAccount((active) => {
        const request = journal.get(active.id, id)
        if (!request.ok) return request
        return request.value
          ? ok(detailOf(active, request.value))
          : fail('not-found', 'This request is no longer in the activity log.')
      }),
    clear: (): Result<{ removed: number }> =>
      withAccount(({ id }) => {
        const removed = journal.clear(id)
        if (!removed.ok) return removed
        onCleared()
        return ok({ removed: removed.value })
      }),
    /** JSON lines of what the filter lets through, oldest first, a batch at a time; a problem is the last. */
    exportLines: function* (filter: ActivityFilter): Generator<Result<string[]>> {
      const active = account()
      if (!active) return yield noAccount()
      for (const batch of journal.batches(active.id, filter)) {
        yield batch.ok ? ok(batch.value.map((request) => lineOf(active, request))) : batch
      }
    },
    limits: (limit: Limit): Result<LimitHistory> =>
      withAccount(({ id }) => limitHistory(journal, id, limit, clock.now())),
  }
}
