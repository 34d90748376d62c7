import type { RefObject } from 'react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { archiveShortcuts } from '../../ui/keys/shortcuts/archive-shortcuts.ts'
import { listShortcuts, rowShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { type KeyBinding, useKeys } from '../../ui/keys/use-keys.ts'
import type { GridHandle } from '../../ui/list/list-grid.tsx'
import { filterKeys } from '../../ui/list/list-keys.ts'
import type { Selecting } from '../../ui/list/selecting.ts'
import { NOTHING } from '../../ui/list/selection.ts'
import type { BulkAction } from './archive-actions.ts'
import { archiveNow, patchArchive, select } from './archive-store.ts'

type ArchiveKeys = {
  grid: RefObject<GridHandle<ArchiveItem> | null>
  /** Off while the focus is in the details: its buttons keep their keys. */
  enabled: boolean
  selecting: Selecting<ArchiveItem>
  open: (item: ArchiveItem) => void
  play: (item: ArchiveItem) => void
  action: (action: BulkAction) => void
  /** Asks before it takes the selected items away. */
  remove: () => void
  focusFilter: () => void
}

/** The keys of the table, as in the list of sessions, with Shift and Ctrl for choosing several. */
export const useArchiveKeys = (keys: ArchiveKeys): void => {
  const { grid, enabled, selecting, open, play, action, remove, focusFilter } = keys
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
    const states = [...archiveNow().selection.selected.values()].map((item) => item.state)
    action(states.every((state) => state === 'paused') ? 'resume' : 'pause')
  }
  /** Innermost first: selection, then text, then chips. */
  const clear = () => {
    const { selection, query } = archiveNow()
    if (selection.selected.size > 0 || selection.at >= 0) select(NOTHING)
    else if (query.text !== '') patchArchive({ query: { ...query, text: '' } })
  }
  const toggleDetails = () => patchArchive({ detailsOpen: !archiveNow().detailsOpen })
  const bindings: KeyBinding[] = [
    ...selecting.keys(),
    { shortcut: listShortcuts.open, run: openActive },
    { shortcut: rowShortcuts.play, run: playActive },
    { shortcut: archiveShortcuts.pause, run: pause },
    { shortcut: archiveShortcuts.retry, run: () => action('retry') },
    { shortcut: archiveShortcuts.verify, run: () => action('recheck') },
    { shortcut: archiveShortcuts.remove, run: remove },
    { shortcut: listShortcuts.clear, run: clear },
  ]
  useKeys(bindings, { enabled })
  useKeys([...filterKeys(focusFilter), { shortcut: archiveShortcuts.details, run: toggleDetails }])
}
