import { create } from 'zustand'
import type { ArchiveTotals } from '../../../electron/contract/models/archive-models.ts'
import type { ListView } from '../../ui/list/list-rows.ts'
import { NOTHING } from '../../ui/list/selection.ts'
import { isCompact } from '../../ui/panel/panel-width.ts'
import { DEFAULT_QUERY, type ListQuery } from './archive-query.ts'
import type { ArchiveSelection } from './archive-selection.ts'

type ArchiveListState = {
  /** The query of the toolbar; `view.query` follows once the first rows are here. */
  query: ListQuery
  view: ListView<ListQuery> | null
  totals: ArchiveTotals | null
  selection: ArchiveSelection
  /** px, written when the table leaves the screen. */
  scrollTop: number
  detailsOpen: boolean
}

/** For as long as the page lives: coming back restores position and selection. */
export const useArchive = create<ArchiveListState>()(() => ({
  query: DEFAULT_QUERY,
  view: null,
  totals: null,
  selection: NOTHING,
  scrollTop: 0,
  detailsOpen: !isCompact(),
}))

export const archiveNow = useArchive.getState
export const patchArchive = (change: Partial<ArchiveListState>): void => useArchive.setState(change)
export const setQuery = (query: ListQuery): void => patchArchive({ query })
export const select = (selection: ArchiveSelection): void => patchArchive({ selection })
