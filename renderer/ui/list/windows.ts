/** Rows come in windows of this many (queries allow up to 500; 100 is about three screens). */
export const WINDOW_ROWS = 100

export const windowOf = (index: number): number => Math.floor(index / WINDOW_ROWS)

/** Numbers of the windows that hold the rows `first` to `last` (both included), cut to the list. */
export const windowsFor = (first: number, last: number, total: number): number[] => {
  if (total <= 0 || last < first) return []
  const from = windowOf(Math.max(0, Math.min(first, total - 1)))
  const to = windowOf(Math.max(0, Math.min(last, total - 1)))
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** The ids of one window's rows, in order. */
type Page = { ids: readonly string[]; total: number }
export type Seen = { index: number; id: string }

/**
 * Finds rows again after the list grew or shrank somewhere, so that the visible rows can stay in place.
 * `seen` are the rows on screen in order. Looks where they were and where they would be if all new rows
 * came above; answers by how many rows the first one found has moved, or null when none is found.
 */
export const locate = async (
  seen: readonly Seen[],
  totalBefore: number,
  page: (window: number) => Promise<Page>,
): Promise<{ shift: number; total: number } | null> => {
  const first = seen[0]
  if (!first) return null
  const here = await page(windowOf(first.index))
  const grown = here.total - totalBefore
  const candidates = new Set<number>()
  for (const row of seen) {
    candidates.add(windowOf(row.index)).add(windowOf(Math.max(0, row.index + grown)))
  }
  const indexes = new Map<string, number>()
  for (const window of candidates) {
    const { ids } = window === windowOf(first.index) ? here : await page(window)
    ids.forEach((id, i) => {
      indexes.set(id, window * WINDOW_ROWS + i)
    })
  }
  for (const row of seen) {
    const place = indexes.get(row.id)
    if (place !== undefined) return { shift: place - row.index, total: here.total }
  }
  return null
}
