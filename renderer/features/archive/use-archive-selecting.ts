import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo } from 'react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import type { GridHandle } from '../../ui/list/list-grid.tsx'
import { windowOptions } from '../../ui/list/list-rows.ts'
import { createSelecting, type Selecting } from '../../ui/list/selecting.ts'
import { WINDOW_ROWS, windowsFor } from '../../ui/list/windows.ts'
import { archiveNow, select } from './archive-store.ts'
import { archiveSource } from './use-archive-list.ts'

const MOST = 100_000 // bound of the operations

/** Pointer and keys on the rows of the archive. What is selected is kept as it is, for its state and its size. */
export const useArchiveSelecting = (grid: RefObject<GridHandle<ArchiveItem> | null>): Selecting<ArchiveItem> => {
  const client = useQueryClient()
  return useMemo(
    () =>
      createSelecting<ArchiveItem, ArchiveItem>({
        grid,
        current: () => ({ selection: archiveNow().selection, total: archiveNow().view?.total ?? 0 }),
        set: select,
        itemOf: (item) => item,
        between: async (first, last) => {
          const { view } = archiveNow()
          if (!view) return []
          const rows: ArchiveItem[] = []
          for (const window of windowsFor(first, last, view.total)) {
            const page = await client.fetchQuery(windowOptions(archiveSource, view.query, view.generation, window))
            page.rows.forEach((row, i) => {
              const index = window * WINDOW_ROWS + i
              if (index >= first && index <= last) rows.push(row)
            })
          }
          return rows.slice(0, MOST)
        },
      }),
    [client, grid],
  )
}
