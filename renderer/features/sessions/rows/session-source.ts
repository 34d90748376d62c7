import type { QueryClient } from '@tanstack/react-query'
import type {
  SessionListQuery,
  SessionPage,
  SessionQuery,
  SessionRow,
} from '../../../../electron/contract/models/session-models.ts'
import { ask } from '../../../bridge.ts'
import { type ListSource, patchRows } from '../../../ui/list/list-rows.ts'
import { listOf } from '../session-store.ts'

/** With the row of `find`: its index is `foundAt`. */
export type FoundPage = SessionPage & { find: SessionQuery['find'] }
export type SessionSource = ListSource<SessionRow, SessionListQuery, FoundPage> & {
  /** What the windows of a view were asked with, beside its query. */
  findFor: (generation: number) => SessionQuery['find']
}

const sources = new Map<string, SessionSource>()

/** The sessions of one account; the same object at every call. */
export const sessionSource = (accountId: string): SessionSource => {
  const known = sources.get(accountId)
  if (known) return known
  // What is kept in the list must not change between its windows, or they would no longer fit together.
  let last: { generation: number; find: SessionQuery['find'] } = { generation: -1, find: undefined }
  const findFor = (generation: number): SessionQuery['find'] => {
    if (last.generation < generation) {
      const { selectedId, keepSelected } = listOf(accountId)
      last = { generation, find: selectedId === null ? undefined : { sessionId: selectedId, keep: keepSelected } }
    }
    return last.generation === generation ? last.find : undefined
  }
  const source: SessionSource = {
    // A root of its own, not `sessions.query`: a blanket invalidation by operation would move rows under the
    // reader. This list decides itself when it asks again (use-session-list.ts).
    root: ['sessions.list', accountId],
    idOf: (row) => row.sessionId,
    findFor,
    page: async (query, offset, limit, generation) => {
      const find = findFor(generation)
      const page = await ask('sessions.query', { ...query, offset, limit, find })
      // Core answers for its active account: while one switches, that may be another one already.
      if (page.rows.some((row) => row.accountId !== accountId))
        throw new Error('stale', { cause: { code: 'cancelled', message: 'You switched to another account.' } })
      return { ...page, find }
    },
  }
  sources.set(accountId, source)
  return source
}

/** Replaces the old row with a newer one. Answers whether it was loaded at all. */
export const patchRow = (client: QueryClient, row: SessionRow): boolean =>
  patchRows(client, sessionSource(row.accountId), [row]).size > 0
