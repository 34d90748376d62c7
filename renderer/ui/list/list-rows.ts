import type { QueryClient } from '@tanstack/react-query'
import { locate, type Seen, WINDOW_ROWS, windowOf, windowsFor } from './windows.ts'

/** Where the rows of a list come from. Its windows are kept in the query cache under `root`. */
export type ListSource<Row, Query, Page extends { rows: readonly Row[]; total: number }> = {
  root: readonly string[]
  /** `generation` is the same for all windows that must fit together. */
  page: (query: Query, offset: number, limit: number, generation: number) => Promise<Page>
  idOf: (row: Row) => string
}

/** The list on screen: one query, loaded at one time. Its windows fit together. */
export type ListView<Query> = { query: Query; generation: number; total: number }

type Rows<Row> = { rows: readonly Row[]; total: number }

/** One window of the list, loaded once per generation. */
export const windowOptions = <Row, Query, Page extends Rows<Row>>(
  source: ListSource<Row, Query, Page>,
  query: Query,
  generation: number,
  window: number,
) => ({
  queryKey: [...source.root, query, generation, window] as const,
  queryFn: (): Promise<Page> => source.page(query, window * WINDOW_ROWS, WINDOW_ROWS, generation),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 120_000, // 1,000 windows of a long scroll must not stay for good
  networkMode: 'always' as const, // the answer comes from disk, also offline
  retry: false, // core has tried; the person sees the sentence and one button
  structuralSharing: false, // a window is loaded once, there is nothing to share with
})

/** Reads loaded rows, whichever window they are in. Make a new one per render: it remembers windows. */
export const rowReader = <Row, Query, Page extends Rows<Row>>(
  client: QueryClient,
  source: ListSource<Row, Query, Page>,
  view: ListView<Query>,
) => {
  const pages = new Map<number, readonly Row[] | undefined>()
  return (index: number): Row | undefined => {
    const window = windowOf(index)
    if (!pages.has(window)) {
      const page = client.getQueryData<Page>([...source.root, view.query, view.generation, window])
      pages.set(window, page?.rows)
    }
    return pages.get(window)?.[index % WINDOW_ROWS]
  }
}

/** Where a row is among the loaded rows of a view; -1 when it is not loaded. */
export const indexOfLoaded = <Row, Query, Page extends Rows<Row>>(
  client: QueryClient,
  source: ListSource<Row, Query, Page>,
  view: ListView<Query>,
  id: string,
): number => {
  const pages = client.getQueriesData<Page>({ queryKey: [...source.root, view.query, view.generation] })
  for (const [key, page] of pages) {
    const at = page?.rows.findIndex((row) => source.idOf(row) === id) ?? -1
    if (at >= 0) return (key.at(-1) as number) * WINDOW_ROWS + at
  }
  return -1
}

/** Replaces the old rows with newer ones, each window once. Answers the ids that were loaded. */
export const patchRows = <Row, Query, Page extends Rows<Row>>(
  client: QueryClient,
  source: ListSource<Row, Query, Page>,
  rows: readonly Row[],
): Set<string> => {
  const newer = new Map(rows.map((row) => [source.idOf(row), row]))
  const placed = new Set<string>()
  for (const [key, page] of client.getQueriesData<Page>({ queryKey: source.root })) {
    if (!page?.rows.some((row) => newer.has(source.idOf(row)))) continue
    const patched = page.rows.map((row) => {
      const id = source.idOf(row)
      const next = newer.get(id)
      if (next) placed.add(id)
      return next ?? row
    })
    client.setQueryData<Page>(key, { ...page, rows: patched })
  }
  return placed
}

let generations = 0

/**
 * Loads the list again and answers a view whose rows on screen are loaded, with the number of rows by which
 * `seen` (the visible rows now, in order; empty to start at the top) has moved. Null: nothing of it was found again.
 * Throws the problem of a failed query.
 */
export const loadView = async <Row, Query, Page extends Rows<Row>>(
  client: QueryClient,
  source: ListSource<Row, Query, Page>,
  query: Query,
  totalBefore: number,
  seen: readonly Seen[],
): Promise<{ view: ListView<Query>; first: Page; shift: number } | null> => {
  generations += 1
  const generation = generations
  const page = (window: number): Promise<Page> =>
    client.fetchQuery<Page>(windowOptions(source, query, generation, window))
  const [start] = seen
  if (!start) {
    const first = await page(0)
    return { view: { query, generation, total: first.total }, first, shift: 0 }
  }
  const ids = async (window: number) => {
    const { rows, total } = await page(window)
    return { ids: rows.map(source.idOf), total }
  }
  const found = await locate(seen, totalBefore, ids)
  if (!found) return null
  const last = (seen.at(-1) ?? start).index + found.shift
  await Promise.all(windowsFor(start.index + found.shift, last, found.total).map(page))
  const first = await page(windowOf(start.index)) // asked by `locate`: answered from memory
  return { view: { query, generation, total: first.total }, first, shift: found.shift }
}
