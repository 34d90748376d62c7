import { useCallback } from 'react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import type { Hit } from '../../ui/grid/virtual-grid.tsx'
import { only, range, toggle } from './archive-selection.ts'
import { archiveNow, select } from './archive-store.ts'

/** Click takes one row, Ctrl adds or takes away, Shift reaches from the first to this one. */
export const usePick = (rowsBetween: (first: number, last: number) => Promise<ArchiveItem[]>) =>
  useCallback(
    async ({ row: item, index, shift, mod }: Hit<ArchiveItem>) => {
      const { selection } = archiveNow()
      if (mod) return select(toggle(selection, item, index))
      if (!shift || selection.anchor < 0) return select(only(item, index))
      const rows = await rowsBetween(Math.min(selection.anchor, index), Math.max(selection.anchor, index))
      select(range(archiveNow().selection, rows, index))
    },
    [rowsBetween],
  )
