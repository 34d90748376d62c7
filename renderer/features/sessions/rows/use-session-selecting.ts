import { type RefObject, useMemo } from 'react'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { ask } from '../../../bridge.ts'
import type { GridHandle } from '../../../ui/list/list-grid.tsx'
import { createSelecting, type Selecting } from '../../../ui/list/selecting.ts'
import type { Selectable } from '../../../ui/list/selection.ts'
import { listOf, setSelection } from '../session-store.ts'
import { sessionSource } from './session-source.ts'

/** Upper bound of `sessions.ids`. */
const MOST = 100_000

/** Pointer and keys on the sessions of an account. Ids come from core, so that rows need not be loaded. */
export const useSessionSelecting = (
  accountId: string,
  grid: RefObject<GridHandle<SessionRow> | null>,
): Selecting<SessionRow> =>
  useMemo(
    () =>
      createSelecting<SessionRow, Selectable>({
        grid,
        current: () => ({ selection: listOf(accountId).selection, total: listOf(accountId).view?.total ?? 0 }),
        set: (selection, row) => {
          const before = listOf(accountId)
          const stays = selection.at === before.selection.at ? before.selectedId : null
          setSelection(accountId, selection, row?.sessionId ?? stays)
        },
        itemOf: (row) => ({ id: row.sessionId }),
        between: async (first, last) => {
          const { view } = listOf(accountId)
          if (!view) return []
          const limit = Math.min(MOST, last - first + 1)
          const find = sessionSource(accountId).findFor(view.generation)
          const { sessionIds } = await ask('sessions.ids', { ...view.query, offset: first, limit, find })
          return sessionIds.map((id) => ({ id }))
        },
      }),
    [accountId, grid],
  )
