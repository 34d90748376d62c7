import type { RefObject } from 'react'
import type { ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import { moveTo } from '../../../ui/grid/grid-keys.ts'
import { requestShortcuts } from '../../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { listShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys/use-keys.ts'
import type { GridHandle } from '../../../ui/list/list-grid.tsx'
import { filterKeys, moveKeys } from '../../../ui/list/list-keys.ts'
import { patchRequests, requestsOf } from './request-store.ts'
import type { RequestActions } from './use-request-actions.ts'

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
    ...moveKeys(go),
    {
      shortcut: listShortcuts.open,
      label: 'Show the details',
      run: () => patchRequests(accountId, { detailsOpen: true }),
    },
    { shortcut: listShortcuts.clear, run: clear },
  ]
  useKeys(bindings, { enabled })
  useKeys([
    { shortcut: requestShortcuts.copyCurl, run: withRow(actions.copyCurl) },
    { shortcut: requestShortcuts.copyHeaders, run: withRow(actions.copyHeaders) },
    ...filterKeys(focusFilter),
    { shortcut: requestShortcuts.details, run: toggleDetails },
    { shortcut: requestShortcuts.export, run: actions.save },
  ])
}
