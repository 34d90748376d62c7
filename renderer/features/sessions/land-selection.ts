import type { ListState } from './list-store.ts'
import type { FoundPage } from './rows-cache.ts'

type Before = Pick<ListState, 'selectedId' | 'selectedIndex' | 'firstWanted'>
type Landed = Partial<Before & Pick<ListState, 'keepSelected'>>

const NOTHING: Landed = { selectedId: null, selectedIndex: -1 }

/**
 * What is selected in a list that has just been asked for. A row that is not in it any more is let go: the inspector
 * shows nothing that the list does not. `loaded` answers the place of a row among the loaded ones, else -1.
 */
export const landSelection = (
  { selectedId, selectedIndex, firstWanted }: Before,
  total: number,
  { find, foundAt, rows }: Pick<FoundPage, 'find' | 'foundAt' | 'rows'>,
  loaded: (sessionId: string) => number,
): Landed => {
  if (firstWanted) {
    const first = rows[0]
    const chosen = first && total > 0 ? { selectedId: first.sessionId, selectedIndex: 0, keepSelected: true } : NOTHING
    return { ...chosen, firstWanted: false }
  }
  if (selectedId === null) return { selectedIndex: Math.min(selectedIndex, total - 1) }
  const at = loaded(selectedId)
  if (at >= 0) return { selectedIndex: at }
  // Asked for another row: the next answer tells.
  if (find?.sessionId !== selectedId) return { selectedIndex }
  return foundAt === null ? NOTHING : { selectedIndex: foundAt }
}
