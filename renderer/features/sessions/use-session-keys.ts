import type { RefObject } from 'react'
import { type Verdict, verdicts } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import {
  listShortcuts,
  rowShortcuts,
  sessionListShortcuts,
  sessionShortcuts,
} from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { type KeyBinding, useKeys } from '../../ui/keys/use-keys.ts'
import type { GridHandle } from '../../ui/list/list-grid.tsx'
import { filterKeys } from '../../ui/list/list-keys.ts'
import type { Selecting } from '../../ui/list/selecting.ts'
import { isCompact } from '../../ui/panel/panel-width.ts'
import { toggledVerdict } from '../../ui/text/verdict-text.ts'
import { exportTarget, listOf, patchList, release, selectedIds, selectRow, setQuery } from './session-store.ts'

type ListKeys = {
  accountId: string
  grid: RefObject<GridHandle<SessionRow> | null>
  /** Off while the focus is in the inspector: its fields and switches keep their keys. */
  enabled: boolean
  open: (row: SessionRow, play: boolean) => void
  selecting: Selecting<SessionRow>
  focusFilter: () => void
  saveView: () => void
  review: () => void
  copyId: (sessionId: string) => void
  copyFindings: (sessionIds: readonly string[]) => void
  save: (row: SessionRow) => void
  judge: (row: SessionRow, verdict: Verdict | null) => void
  archiveAll: (() => void) | null
}

/** The keys of the list. They work wherever the focus is, except in fields, menus, dialogs and the inspector. */
export const useListKeys = (keys: ListKeys): void => {
  const { accountId, grid, enabled, open, selecting, saveView, review, focusFilter, archiveAll } = keys
  const { copyId, copyFindings, save, judge } = keys
  const selected = (): SessionRow | undefined => {
    const { selectedId, selection } = listOf(accountId)
    const row = grid.current?.rowAt(selection.at)
    return row && row.sessionId === selectedId ? row : undefined
  }
  const withRow = (action: (row: SessionRow) => void) => () => {
    const row = selected()
    if (row) action(row)
  }
  /** Innermost first: the inspector where it lies over the list, several rows, the one row, then the text. */
  const clear = () => {
    const { selectedId, selection, query, draft, inspectorOpen } = listOf(accountId)
    if (inspectorOpen && isCompact()) patchList(accountId, { inspectorOpen: false })
    else if (selection.held) release(accountId)
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
  const copyFinding = () => {
    const { selection, selectedId } = listOf(accountId)
    const ids = selection.held ? selectedIds(accountId) : selectedId === null ? [] : [selectedId]
    if (ids.length > 0) copyFindings(ids)
  }
  const bindings: KeyBinding[] = [
    ...selecting.keys(),
    { shortcut: listShortcuts.open, run: withRow((row) => open(row, false)) },
    { shortcut: rowShortcuts.play, run: withRow((row) => open(row, true)) },
    { shortcut: sessionListShortcuts.copyId, run: copy },
    { shortcut: sessionShortcuts.copyFinding, run: copyFinding },
    { shortcut: sessionShortcuts.archive, run: withRow(save) },
    ...verdicts.map((verdict) => ({
      shortcut: sessionShortcuts[verdict],
      run: withRow((row) => judge(row, toggledVerdict(row.verdict, verdict))),
    })),
    { shortcut: listShortcuts.clear, run: clear },
  ]
  const group = () => patchList(accountId, { groupBy: listOf(accountId).groupBy === null ? 'error' : null })
  const toggleInspector = () => patchList(accountId, { inspectorOpen: !listOf(accountId).inspectorOpen })
  const exportReviews = () => {
    const target = exportTarget(accountId)
    if (target) patchList(accountId, { handOver: target })
  }
  const always: KeyBinding[] = [
    ...filterKeys(focusFilter),
    { shortcut: sessionListShortcuts.group, run: group },
    { shortcut: sessionShortcuts.review, run: review },
    { shortcut: sessionListShortcuts.saveView, run: saveView },
    { shortcut: sessionListShortcuts.inspector, run: toggleInspector },
    { shortcut: sessionListShortcuts.exportReviews, run: exportReviews },
    { shortcut: sessionListShortcuts.importReviews, run: () => patchList(accountId, { handOver: { kind: 'import' } }) },
    ...(archiveAll ? [{ shortcut: sessionListShortcuts.archiveAll, run: archiveAll }] : []),
  ]
  useKeys(bindings, { enabled })
  useKeys(always)
}
