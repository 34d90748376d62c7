import type { QueryClient } from '@tanstack/react-query'
import type { ListQuery } from './list-query.ts'
import type { View } from './list-store.ts'
import { windowOptions } from './rows-cache.ts'
import { locate, windowOf, windowsFor } from './windows.ts'

export type Seen = { index: number; sessionId: string }

let generations = 0

/**
 * Asks for the list anew and answers a view whose rows on screen are loaded, with the number of rows by which
 * `seen` (what one reads now, in order; empty to start at the top) has moved. Null: nothing of it was found again.
 * Throws the problem of a failed query.
 */
export const loadView = async (
  client: QueryClient,
  accountId: string,
  query: ListQuery,
  before: View | null,
  seen: readonly Seen[],
): Promise<{ view: View; shift: number } | null> => {
  generations += 1
  const generation = generations
  const page = (window: number) => client.fetchQuery(windowOptions(accountId, query, generation, window))
  const [first] = seen
  if (!first || !before) {
    const { total, all } = await page(0)
    return { view: { query, generation, total, all }, shift: 0 }
  }
  const found = await locate(seen, before.total, page)
  if (!found) return null
  const last = (seen.at(-1) ?? first).index + found.shift
  await Promise.all(windowsFor(first.index + found.shift, last, found.total).map(page))
  const { total, all } = await page(windowOf(first.index)) // asked by `locate`: answered from memory
  return { view: { query, generation, total, all }, shift: found.shift }
}
