/** Upper bound of `archive.add` and `archive.plan`. */
const MOST_IDS = 100_000
const PAGE = 500

type Page = { ids: string[]; total: number }

/**
 * The ids of all rows that match, asked in windows of 500. Rows that move between two windows are counted once.
 * Answers null when `signal` ended it.
 */
export const collectIds = async (
  page: (offset: number, limit: number) => Promise<Page>,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<string[] | null> => {
  const ids = new Set<string>()
  for (let offset = 0; offset < MOST_IDS; offset += PAGE) {
    const { ids: found, total } = await page(offset, PAGE)
    if (signal.aborted) return null
    for (const id of found) if (ids.size < MOST_IDS) ids.add(id)
    onProgress(ids.size, total)
    if (found.length === 0 || offset + PAGE >= total) break
  }
  return [...ids]
}
