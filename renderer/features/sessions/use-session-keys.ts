import type { RefObject } from 'react'
import { type Verdict, verdicts } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { type KeyBinding, useKeys } from '../../ui/keys/use-keys.ts'
import type { GridHandle } from '../../ui/list/list-grid.tsx'
import { filterKeys } from '../../ui/list/list-keys.ts'
import type { Selecting } from '../../ui/list/selecting.ts'
import { toggledVerdict, verdictCommand, verdictKeys } from '../../ui/text/verdict-text.ts'
import { ARCHIVE_ALL, ARCHIVE_ALL_KEYS, SAVE, SAVE_KEYS } from './bulk/archive-plan-text.ts'
import { listOf, patchList, release, selectRow, setQuery } from './session-store.ts'

const GROUP = 'Sessions'
export const SAVE_VIEW = 'Save view'
export const SAVE_VIEW_KEYS = 'Mod+S'

type ListKeys = {
  accountId: string
  grid: RefObject<GridHandle<SessionRow> | null>
  /** Off while the focus is in the inspector: its fields and switches keep their keys. */
  enabled: boolean
  open: (row: SessionRow, play: boolean) => void
  selecting: Selecting<SessionRow>
  focusFilter: () => void
  saveView: () => void
  copyId: (sessionId: string) => void
  save: (row: SessionRow) => void
  judge: (row: SessionRow, verdict: Verdict | null) => void
  archiveAll: (() => void) | null
}

/** The keys of the list. They work wherever the focus is, except in fields, menus, dialogs and the inspector. */
export const useListKeys = (keys: ListKeys): void => {
  const { accountId, grid, enabled, open, selecting, saveView, focusFilter, copyId, save, judge, archiveAll } = keys
  const selected = (): SessionRow | undefined => {
    const { selectedId, selection } = listOf(accountId)
    const row = grid.current?.rowAt(selection.at)
    return row && row.sessionId === selectedId ? row : undefined
  }
  const withRow = (action: (row: SessionRow) => void) => () => {
    const row = selected()
    if (row) action(row)
  }
  /** Innermost first: several rows, the one row, then the text. */
  const clear = () => {
    const { selectedId, selection, query, draft } = listOf(accountId)
    if (selection.held) release(accountId)
    else if (selectedId !== null) selectRow(accountId, null, -1)
    else if (query.text !== '') setQuery(accountId, { ...query, text: '' })
    else if (draft) patchList(accountId, { draft: null })
  }
  const copy = () => {
    const picked = window.getSelection()
    if (picked && !picked.isCollapsed)
      document.execCommand('copy') // words that someone selected come first
    else withRow((row) => copyId(row.sessionId))()
  }
  const bindings: KeyBinding[] = [
    ...selecting.keys(GROUP),
    { keys: 'Enter', label: 'Open', group: GROUP, run: withRow((row) => open(row, false)) },
    { keys: 'Space', label: 'Open and play', group: GROUP, run: withRow((row) => open(row, true)) },
    { keys: 'Mod+C', label: 'Copy id', group: GROUP, run: copy },
    { keys: SAVE_KEYS, label: SAVE, group: GROUP, run: withRow(save) },
    ...verdicts.map((verdict) => ({
      keys: verdictKeys[verdict],
      label: verdictCommand(verdict),
      group: GROUP,
      run: withRow((row) => judge(row, toggledVerdict(row.verdict, verdict))),
    })),
    { keys: 'Escape', label: 'Clear selection, then search text', group: GROUP, run: clear },
  ]
  const always: KeyBinding[] = [
    ...filterKeys(GROUP, focusFilter),
    {
      keys: 'G',
      label: 'Group by error',
      group: GROUP,
      run: () => patchList(accountId, { groupBy: listOf(accountId).groupBy === null ? 'error' : null }),
    },
    { keys: SAVE_VIEW_KEYS, label: SAVE_VIEW, group: GROUP, whileTyping: true, run: saveView },
    {
      keys: 'D',
      label: 'Inspector',
      group: GROUP,
      run: () => patchList(accountId, { inspectorOpen: !listOf(accountId).inspectorOpen }),
    },
    ...(archiveAll ? [{ keys: ARCHIVE_ALL_KEYS, label: ARCHIVE_ALL, group: GROUP, run: archiveAll }] : []),
  ]
  useKeys(bindings, { enabled })
  useKeys(always)
}
