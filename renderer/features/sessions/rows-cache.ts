import type { QueryClient } from '@tanstack/react-query'
import type { SessionPage, SessionRow } from '../../../electron/contract/session-models.ts'
import { ask } from '../../bridge.ts'
import type { ListQuery } from './list-query.ts'
import type { View } from './list-store.ts'
import { WINDOW_ROWS, windowOf } from './windows.ts'

// A key of its own, not `['sessions.query', …]`: a blanket invalidation by operation would move rows under
// the reader. This list decides itself when it asks again (use-view.ts).
const root = (accountId: string) => ['sessions.list', accountId] as const
const keyOf = (accountId: string, query: ListQuery, generation: number, window: number) =>
  [...root(accountId), query, generation, window] as const

/** One window of the list, asked once per generation. */
export const windowOptions = (accountId: string, query: ListQuery, generation: number, window: number) => ({
  queryKey: keyOf(accountId, query, generation, window),
  queryFn: async (): Promise<SessionPage> => {
    const page = await ask('sessions.query', { ...query, offset: window * WINDOW_ROWS, limit: WINDOW_ROWS })
    // Core answers for its active account: while one switches, that may be another one already.
    if (page.rows.some((row) => row.accountId !== accountId))
      throw new Error('stale', { cause: { code: 'cancelled', message: 'The account was switched meanwhile.' } })
    return page
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 120_000, // 1,000 windows of a long scroll must not stay for good
  networkMode: 'always' as const, // the answer comes from disk, also offline
  retry: false, // core has tried; the person sees the sentence and one button
  structuralSharing: false, // a window is asked once, there is nothing to share with
})

/** Reads loaded rows, whichever window they are in. Make a new one per render: it remembers windows. */
export const rowReader = (client: QueryClient, accountId: string, view: View) => {
  const pages = new Map<number, readonly SessionRow[] | undefined>()
  return (index: number): SessionRow | undefined => {
    const window = windowOf(index)
    if (!pages.has(window)) {
      const page = client.getQueryData<SessionPage>(keyOf(accountId, view.query, view.generation, window))
      pages.set(window, page?.rows)
    }
    return pages.get(window)?.[index % WINDOW_ROWS]
  }
}

/** Where a session stands among the loaded rows of a view; -1 when it is not loaded. */
export const indexOfLoaded = (client: QueryClient, accountId: string, view: View, sessionId: string): number => {
  const pages = client.getQueriesData<SessionPage>({
    queryKey: [...root(accountId), view.query, view.generation],
  })
  for (const [key, page] of pages) {
    const at = page?.rows.findIndex((row) => row.sessionId === sessionId) ?? -1
    if (at >= 0) return (key.at(-1) as number) * WINDOW_ROWS + at
  }
  return -1
}

/** Puts a newer row in the place of the old one. Answers whether it was loaded at all. */
export const patchRow = (client: QueryClient, row: SessionRow): boolean => {
  let found = false
  for (const [key, page] of client.getQueriesData<SessionPage>({ queryKey: root(row.accountId) })) {
    const at = page?.rows.findIndex((old) => old.sessionId === row.sessionId) ?? -1
    if (!page || at < 0) continue
    found = true
    client.setQueryData<SessionPage>(key, { ...page, rows: page.rows.with(at, row) })
  }
  return found
}
