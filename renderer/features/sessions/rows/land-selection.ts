import { NOTHING, type Selectable, type Selection, shifted } from '../../../ui/list/selection.ts'
import type { FoundPage } from './session-source.ts'

type Selected = { selectedId: string | null; selectedIndex: number }

const NO_ROW: Selected = { selectedId: null, selectedIndex: -1 }

/**
 * What is selected in a list that has just been asked for. A row that is not in it any more is dropped: the inspector
 * shows nothing that the list does not. `loaded` answers the place of a row among the loaded ones, else -1.
 */
export const landSelection = (
  { selectedId, selectedIndex }: Selected,
  total: number,
  { find, foundAt }: Pick<FoundPage, 'find' | 'foundAt'>,
  loaded: (sessionId: string) => number,
): Partial<Selected> => {
  if (selectedId === null) return { selectedIndex: Math.min(selectedIndex, total - 1) }
  const at = loaded(selectedId)
  if (at >= 0) return { selectedIndex: at }
  // Asked for another row: the next answer tells.
  if (find?.sessionId !== selectedId) return { selectedIndex }
  return foundAt === null ? NO_ROW : { selectedIndex: foundAt }
}

/** The selection of a list that was loaded again, with its one row where `landSelection` says. */
export const landed = (
  before: Selection<Selectable>,
  { selectedId, selectedIndex: at = before.at }: Partial<Selected>,
): Selection<Selectable> => {
  if (!before.held) return selectedId === null ? NOTHING : shifted(before, 0, at)
  return { ...shifted(before, before.at < 0 || at < 0 ? 0 : at - before.at, -1), at }
}
