import { Menu } from '@mantine/core'
import type { ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import { KeyItem } from '../../../ui/keys/key-item.tsx'
import { requestShortcuts } from '../../../ui/keys/shortcuts/inspect-shortcuts.ts'
import type { MenuAt } from '../../../ui/list/use-list-controls.ts'
import { PointMenu } from '../../../ui/point-menu.tsx'
import { DEFAULT_QUERY } from './request-query.ts'
import { requestsOf, setQuery } from './request-store.ts'
import { outcomeLabels } from './request-text.ts'
import type { RequestActions } from './use-request-actions.ts'

type RequestMenuProps = {
  accountId: string
  at: MenuAt<ActivityRow> | null
  actions: RequestActions
  onClose: () => void
}

/** The menu of a row. */
export const RequestMenu = ({ accountId, at, actions, onClose }: RequestMenuProps) => {
  if (!at) return null
  const { row, x, y } = at
  const { sort, direction } = requestsOf(accountId).query
  const only = { ...DEFAULT_QUERY, sort, direction }
  const path = row.path.split('?')[0] ?? row.path
  return (
    <PointMenu x={x} y={y} width={248} onClose={onClose}>
      <KeyItem shortcut={requestShortcuts.copyCurl} onClick={() => actions.copyCurl(row)}>
        Copy as curl
      </KeyItem>
      <KeyItem shortcut={requestShortcuts.copyHeaders} onClick={() => actions.copyHeaders(row)}>
        Copy headers
      </KeyItem>
      <Menu.Item onClick={() => actions.copyAddress(row)}>Copy address</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => setQuery(accountId, { ...only, text: path.slice(0, 500) })}>
        Show only this path
      </Menu.Item>
      <Menu.Item onClick={() => setQuery(accountId, { ...only, outcomes: [row.outcome] })}>
        {`Show only “${outcomeLabels[row.outcome]}”`}
      </Menu.Item>
    </PointMenu>
  )
}
