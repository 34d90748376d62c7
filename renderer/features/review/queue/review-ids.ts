import { MOST_QUEUED } from '../../../../electron/contract/constants/session-constants.ts'

/**
 * The sessions of a review in the order of the list: those selected, or all that match. Where there are more than a
 * review holds, those from `first` on are kept. `matching`: how many it is about.
 */
export const reviewIds = (
  listed: readonly string[],
  total: number,
  selected: readonly string[] | null,
  first: string | null,
): { ids: string[]; matching: number } => {
  if (selected !== null) {
    const wanted = new Set(selected)
    const inOrder = listed.filter((id) => wanted.delete(id))
    const all = [...inOrder, ...wanted] // selected before the list changed
    return { ids: all.slice(0, MOST_QUEUED), matching: all.length }
  }
  const at = first === null ? 0 : Math.max(0, listed.indexOf(first))
  const from = Math.max(0, Math.min(at, listed.length - MOST_QUEUED))
  return { ids: listed.slice(from, from + MOST_QUEUED), matching: total }
}
