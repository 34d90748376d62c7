import type { RefObject } from 'react'
import type { ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import { moveTo } from '../../../ui/grid/grid-keys.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys/use-keys.ts'
import type { GridHandle } from '../../../ui/list/list-grid.tsx'
import { filterKeys, moveKeys } from '../../../ui/list/list-keys.ts'
import { patchRequests, requestsOf } from './request-store.ts'
import type { RequestActions } from './use-request-actions.ts'

const GROUP = 'Requests'

type RequestKeys = {
  accountId: string
  grid: RefObject<GridHandle<ActivityRow> | null>
  /** Off while the focus is in the details. */
  enabled: boolean
  actions: RequestActions
  focusFilter: () => void
}

/** The keys of the table, as in the list of sessions. */
export const useRequestKeys = ({ accountId, grid, enabled, actions, focusFilter }: RequestKeys): void => {
  const go = (key: string) => {
    const { view, selectedIndex } = requestsOf(accountId)
    const to = moveTo(key, selectedIndex, view?.total ?? 0, grid.current?.pageRows() ?? 1)
    if (to === null || !grid.current) return
    patchRequests(accountId, { selectedIndex: to, selected: grid.current.rowAt(to) ?? null })
    grid.current.reveal(to)
    grid.current.focus()
  }
  const withRow = (action: (row: ActivityRow) => void) => () => {
    const { selected } = requestsOf(accountId)
    if (selected) action(selected)
  }
  /** Innermost first: selection, then text, then chips. */
  const clear = () => {
    const { selected, query } = requestsOf(accountId)
    if (selected) patchRequests(accountId, { selected: null, selectedIndex: -1 })
    else if (query.text !== '') patchRequests(accountId, { query: { ...query, text: '' } })
  }
  const toggleDetails = () => patchRequests(accountId, { detailsOpen: !requestsOf(accountId).detailsOpen })
  const bindings: KeyBinding[] = [
    ...moveKeys(GROUP, go),
    {
      keys: 'Enter',
      label: 'Show the details',
      group: GROUP,
      run: () => patchRequests(accountId, { detailsOpen: true }),
    },
    { keys: 'Escape', label: 'Clear selection, then search text', group: GROUP, run: clear },
  ]
  useKeys(bindings, { enabled })
  useKeys([
    { keys: 'C', label: 'Copy as curl', group: GROUP, run: withRow(actions.copyCurl) },
    { keys: 'H', label: 'Copy headers', group: GROUP, run: withRow(actions.copyHeaders) },
    ...filterKeys(GROUP, focusFilter),
    { keys: 'D', label: 'Details', group: GROUP, run: toggleDetails },
    { keys: 'Mod+S', label: 'Export as JSON lines', group: GROUP, whileTyping: true, run: actions.save },
  ])
}
