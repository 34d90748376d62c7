import type { RefObject } from 'react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { MOVE_KEYS, moveTo } from '../../ui/grid/grid-keys.ts'
import { type KeyBinding, useKeys } from '../../ui/keys/use-keys.ts'
import type { GridHandle } from '../../ui/list/list-grid.tsx'
import { filterKeys, moveKeys } from '../../ui/list/list-keys.ts'
import type { BulkAction } from './archive-actions.ts'
import { every, NOTHING, only, range, toggle } from './archive-selection.ts'
import { archiveNow, patchArchive, select } from './archive-store.ts'

const GROUP = 'Archive'

type ArchiveKeys = {
  grid: RefObject<GridHandle<ArchiveItem> | null>
  /** Off while the focus is in the details: its buttons keep their keys. */
  enabled: boolean
  rowsBetween: (first: number, last: number) => Promise<ArchiveItem[]>
  open: (item: ArchiveItem) => void
  play: (item: ArchiveItem) => void
  action: (action: BulkAction) => void
  /** Asks before it takes the selected items away. */
  remove: () => void
  focusFilter: () => void
}

/** The keys of the table, as in the list of sessions, with Shift and Ctrl for choosing several. */
export const useArchiveKeys = (keys: ArchiveKeys): void => {
  const { grid, enabled, rowsBetween, open, play, action, remove, focusFilter } = keys
  const go = async (key: string, extend: boolean) => {
    const { view, selection } = archiveNow()
    const to = moveTo(key, selection.at, view?.total ?? 0, grid.current?.pageRows() ?? 1)
    if (to === null || !grid.current) return
    grid.current.reveal(to)
    grid.current.focus()
    if (!extend) return select(only(grid.current.rowAt(to), to))
    const anchor = selection.anchor < 0 ? to : selection.anchor
    const rows = await rowsBetween(Math.min(anchor, to), Math.max(anchor, to))
    select(range({ ...archiveNow().selection, anchor }, rows, to))
  }
  const all = async () => {
    const { view } = archiveNow()
    if (!view) return
    const rows = await rowsBetween(0, view.total - 1)
    select(every(archiveNow().selection, rows))
  }
  const flip = () => {
    const { selection } = archiveNow()
    const item = grid.current?.rowAt(selection.at)
    if (item) select(toggle(selection, item, selection.at))
  }
  const openActive = () => {
    const item = grid.current?.rowAt(archiveNow().selection.at)
    if (item) open(item)
  }
  const playActive = () => {
    const item = grid.current?.rowAt(archiveNow().selection.at)
    if (item) play(item)
  }
  /** What runs is paused; when nothing of the choice runs, it goes on. */
  const pause = () => {
    const states = [...archiveNow().selection.chosen.values()].map((item) => item.state)
    action(states.every((state) => state === 'paused') ? 'resume' : 'pause')
  }
  /** Innermost first: selection, then text, then chips. */
  const clear = () => {
    const { selection, query } = archiveNow()
    if (selection.chosen.size > 0 || selection.at >= 0) select(NOTHING)
    else if (query.text !== '') patchArchive({ query: { ...query, text: '' } })
  }
  const bindings: KeyBinding[] = [
    ...moveKeys(GROUP, (key) => void go(key, false)),
    ...MOVE_KEYS.map(([key]) => ({
      keys: `Shift+${key}`,
      label: 'Extend selection',
      group: GROUP,
      repeat: true,
      run: () => void go(key, true),
    })),
    { keys: 'Ctrl+Space', label: 'Select or deselect row', group: GROUP, run: flip },
    { keys: 'Mod+A', label: 'Select all matching', group: GROUP, run: () => void all() },
    { keys: 'Enter', label: 'Open', group: GROUP, run: openActive },
    { keys: 'Space', label: 'Open and play', group: GROUP, run: playActive },
    { keys: 'P', label: 'Pause or resume', group: GROUP, run: pause },
    { keys: 'R', label: 'Retry', group: GROUP, run: () => action('retry') },
    { keys: 'C', label: 'Verify files', group: GROUP, run: () => action('recheck') },
    { keys: 'Delete', label: 'Remove', group: GROUP, run: remove },
    { keys: 'Escape', label: 'Clear selection, then search text', group: GROUP, run: clear },
  ]
  const toggleDetails = () => patchArchive({ detailsOpen: !archiveNow().detailsOpen })
  useKeys(bindings, { enabled })
  useKeys([...filterKeys(GROUP, focusFilter), { keys: 'D', label: 'Details', group: GROUP, run: toggleDetails }])
}
