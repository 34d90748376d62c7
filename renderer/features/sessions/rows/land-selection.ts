import type { ListState } from '../session-store.ts'
import type { FoundPage } from './session-source.ts'

type Selection = Pick<ListState, 'selectedId' | 'selectedIndex'>

const NOTHING: Selection = { selectedId: null, selectedIndex: -1 }

/**
 * What is selected in a list that has just been asked for. A row that is not in it any more is let go: the inspector
 * shows nothing that the list does not. `loaded` answers the place of a row among the loaded ones, else -1.
 */
export const landSelection = (
  { selectedId, selectedIndex }: Selection,
  total: number,
  { find, foundAt }: Pick<FoundPage, 'find' | 'foundAt'>,
  loaded: (sessionId: string) => number,
): Partial<Selection> => {
  if (selectedId === null) return { selectedIndex: Math.min(selectedIndex, total - 1) }
  const at = loaded(selectedId)
  if (at >= 0) return { selectedIndex: at }
  // Asked for another row: the next answer tells.
  if (find?.sessionId !== selectedId) return { selectedIndex }
  return foundAt === null ? NOTHING : { selectedIndex: foundAt }
}
