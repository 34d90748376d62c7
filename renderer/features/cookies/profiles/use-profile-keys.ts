import type { RefObject } from 'react'
import type { ProfileRow } from '../../../../electron/contract/models/cookie-models.ts'
import { moveTo } from '../../../ui/grid/grid-keys.ts'
import type { GridMoves } from '../../../ui/grid/use-virtual-grid.ts'
import { profileListShortcuts } from '../../../ui/keys/shortcuts/profile-shortcuts.ts'
import { listShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import { filterKeys, moveKeys } from '../../../ui/list/list-keys.ts'

type ProfileKeys = {
  rows: readonly ProfileRow[]
  at: number
  setAt: (index: number) => void
  list: RefObject<GridMoves | null>
  /** While the focus is in the list, or no profile is open. */
  enabled: boolean
  open: (row: ProfileRow) => void
  copyId: (row: ProfileRow) => void
  focusFilter: () => void
  clearFilter: () => void
}

/** Arrows move, Enter opens; moving alone asks the service nothing. */
export const useProfileKeys = (keys: ProfileKeys): void => {
  const { rows, at, setAt, list, enabled, open, copyId, focusFilter, clearFilter } = keys
  const go = (key: string) => {
    const to = moveTo(key, at, rows.length, list.current?.pageRows() ?? 1)
    if (to === null) return
    setAt(to)
    list.current?.reveal(to)
    list.current?.focus()
  }
  const withRow = (action: (row: ProfileRow) => void) => () => {
    const row = rows[at]
    if (row) action(row)
  }
  useKeys(
    [
      ...moveKeys(go),
      { shortcut: listShortcuts.open, run: withRow(open) },
      { shortcut: profileListShortcuts.openAlways, run: withRow(open) },
      { shortcut: profileListShortcuts.copyId, run: withRow(copyId) },
      ...filterKeys(focusFilter),
      { shortcut: listShortcuts.clear, label: 'Clear filter', run: clearFilter },
    ],
    { enabled, layer: 2 },
  )
}
