import type { RefObject } from 'react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { type KeyBinding, useKeys } from '../../ui/keys/use-keys.ts'
import type { GridHandle } from '../../ui/list/list-grid.tsx'
import { filterKeys } from '../../ui/list/list-keys.ts'
import type { Selecting } from '../../ui/list/selecting.ts'
import { NOTHING } from '../../ui/list/selection.ts'
import type { BulkAction } from './archive-actions.ts'
import { archiveNow, patchArchive, select } from './archive-store.ts'

const GROUP = 'Archive'

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
  const bindings: KeyBinding[] = [
    ...selecting.keys(GROUP),
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
