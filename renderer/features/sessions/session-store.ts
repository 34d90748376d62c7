import { create } from 'zustand'
import type { SessionListQuery } from '../../../electron/contract/models/session-models.ts'
import type { ListView } from '../../ui/list/list-rows.ts'
import { isCompact } from '../../ui/panel/panel-width.ts'
import { DEFAULT_LIST_QUERY } from './session-query.ts'

/** With the number of rows without any filter. */
export type View = ListView<SessionListQuery> & { all: number }

export type ListState = {
  /** The query of the toolbar; `view.query` follows once the first rows are here. */
  query: SessionListQuery
  view: View | null
  selectedId: string | null
  /** Where the selection was last seen, for rows that are not loaded. -1: nowhere. */
  selectedIndex: number
  /** The selected row stays in the list although the filter leaves it out, until the person does the next thing. */
  keepSelected: boolean
  /** Rows above the first visible one, parts of a row included; written when the list leaves the screen. */
  rowsAbove: number
  /** Rows that came above what one reads since it was last at the top. */
  newAbove: number
  /** The list changed so much that what one reads could not be found again. */
  lost: boolean
  inspectorOpen: boolean
}

const FRESH: ListState = {
  query: DEFAULT_LIST_QUERY,
  view: null,
  selectedId: null,
  selectedIndex: -1,
  keepSelected: false,
  rowsAbove: 0,
  newAbove: 0,
  lost: false,
  inspectorOpen: !isCompact(),
}

type Store = {
  lists: Record<string, ListState>
  patch: (accountId: string, change: Partial<ListState>) => void
}

/** Per account, for as long as the page lives: coming back restores position and selection. */
const useStore = create<Store>()((set) => ({
  lists: {},
  patch: (accountId, change) =>
    set(({ lists }) => ({ lists: { ...lists, [accountId]: { ...(lists[accountId] ?? FRESH), ...change } } })),
}))

export const useList = <T>(accountId: string, pick: (state: ListState) => T): T =>
  useStore((store) => pick(store.lists[accountId] ?? FRESH))

export const listOf = (accountId: string): ListState => useStore.getState().lists[accountId] ?? FRESH

export const patchList = (accountId: string, change: Partial<ListState>): void =>
  useStore.getState().patch(accountId, change)

export const setQuery = (accountId: string, query: SessionListQuery): void =>
  patchList(accountId, { query, keepSelected: false })

/** Null: the row at `selectedIndex` is selected as soon as it is loaded. */
export const selectRow = (accountId: string, selectedId: string | null, selectedIndex: number): void =>
  patchList(accountId, { selectedId, selectedIndex, keepSelected: true })
