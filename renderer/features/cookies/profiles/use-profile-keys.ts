import type { RefObject } from 'react'
import type { ProfileRow } from '../../../../electron/contract/models/cookie-models.ts'
import { MOVE_KEYS, moveTo } from '../../../ui/grid/grid-keys.ts'
import type { GridMoves } from '../../../ui/grid/use-virtual-grid.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'

const GROUP = 'Profiles'

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
      ...MOVE_KEYS.map(([key, label]) => ({ keys: key, label, group: GROUP, repeat: true, run: () => go(key) })),
      { keys: 'Enter', label: 'Open', group: GROUP, run: withRow(open) },
      { keys: 'Space', label: 'Open', group: GROUP, run: withRow(open) },
      { keys: 'Mod+C', label: 'Copy id', group: GROUP, run: withRow(copyId) },
      { keys: '/', label: 'Filter', group: GROUP, run: focusFilter },
      { keys: 'Mod+F', label: 'Filter', group: GROUP, whileTyping: true, run: focusFilter },
      { keys: 'Escape', label: 'Clear filter', group: GROUP, run: clearFilter },
    ],
    { enabled, layer: 2 },
  )
}
