import { create } from 'zustand'
import type { SessionGrouping } from '../../../electron/contract/constants/session-constants.ts'
import type { ReviewExport } from '../../../electron/contract/models/hand-over-models.ts'
import type { SessionListQuery } from '../../../electron/contract/models/session-models.ts'
import type { ListView } from '../../ui/list/list-rows.ts'
import { moveTo, NOTHING, only, type Selectable, type Selection } from '../../ui/list/selection.ts'
import { isCompact } from '../../ui/panel/panel-width.ts'
import { DEFAULT_LIST_QUERY } from './session-query.ts'

/** With the number of rows without any filter. */
export type View = ListView<SessionListQuery> & { all: number }

/** A dialog of hand-over: reviews of these sessions go out, or those of a file come in. */
export type HandingOver = { kind: 'export'; sessions: ReviewExport['sessions']; count: number } | { kind: 'import' }

export type ListState = {
  /** What is typed and cannot be read, with what is wrong; null: `query.text` is what is typed. */
  draft: { text: string; message: string | null } | null
  /** The query of the toolbar; `view.query` follows once the first rows are here. */
  query: SessionListQuery
  view: View | null
  /** Null: one row per session. */
  groupBy: SessionGrouping | null
  /** The row that keys and inspector act on; null while it is not loaded. */
  selectedId: string | null
  /** Several rows, and where that one row is. */
  selection: Selection<Selectable>
  /** The selected row stays in the list although the filter leaves it out, until the person does the next thing. */
  keepSelected: boolean
  /** Rows above the first visible one, parts of a row included; written when the list leaves the screen. */
  rowsAbove: number
  /** Rows added above the visible ones since the list was last at its top. */
  newAbove: number
  /** The list changed so much that the visible rows could not be found again. */
  lost: boolean
  inspectorOpen: boolean
  /** How far a change of many sessions is; null: none runs. */
  running: { done: number; total: number } | null
  handOver: HandingOver | null
}

const FRESH: ListState = {
  draft: null,
  query: DEFAULT_LIST_QUERY,
  view: null,
  groupBy: null,
  selectedId: null,
  selection: NOTHING,
  keepSelected: false,
  rowsAbove: 0,
  newAbove: 0,
  lost: false,
  inspectorOpen: !isCompact(),
  running: null,
  handOver: null,
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

/** Other rows: what was selected among those before would be out of sight. Another order keeps it. */
export const setQuery = (accountId: string, query: SessionListQuery): void => {
  const { query: before, selection } = listOf(accountId)
  const isSame = before.text === query.text
  patchList(accountId, {
    query,
    draft: isSame ? listOf(accountId).draft : null,
    keepSelected: false,
    ...(isSame || !selection.held ? {} : released(accountId)),
  })
}

const released = (accountId: string): Pick<ListState, 'selection'> => {
  const { selectedId, selection } = listOf(accountId)
  return { selection: selectedId === null ? NOTHING : only({ id: selectedId }, selection.at) }
}

/** Lets go of all rows but the one that the keys are at. */
export const release = (accountId: string): void => patchList(accountId, released(accountId))

/** Goes to a row; several selected rows stay. Null: the row at `index` is selected as soon as it is loaded. */
export const selectRow = (accountId: string, id: string | null, index: number): void =>
  setSelection(accountId, moveTo(listOf(accountId).selection, id === null ? undefined : { id }, index), id)

/** `selectedId`: the row at `selection.at`; null: not loaded yet. */
export const setSelection = (accountId: string, selection: Selection<Selectable>, selectedId: string | null): void =>
  patchList(accountId, { selection, selectedId, keepSelected: true })

/** The row that the keys went to is loaded now. */
export const arrive = (accountId: string, selectedId: string): void => {
  const { selection } = listOf(accountId)
  patchList(accountId, { selectedId, selection: selection.held ? selection : only({ id: selectedId }, selection.at) })
}

/** The sessions that an action on the selection is for, in no order. */
export const selectedIds = (accountId: string): string[] => [...listOf(accountId).selection.selected.keys()]

export const exportOf = (query: SessionListQuery, count: number): HandingOver => ({
  kind: 'export',
  sessions: { kind: 'query', query },
  count,
})

/** What an export of reviews is about: the selected sessions, else all that match; null: there are none. */
export const exportTarget = (accountId: string): HandingOver | null => {
  const { selection, view } = listOf(accountId)
  if (selection.held) {
    const sessionIds = selectedIds(accountId)
    return { kind: 'export', sessions: { kind: 'ids', sessionIds }, count: sessionIds.length }
  }
  return view === null || view.total === 0 ? null : exportOf(view.query, view.total)
}
