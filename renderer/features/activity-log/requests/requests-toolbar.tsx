import { Menu } from '@mantine/core'
import { IconDownload, IconReport, IconTrash } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { activityOutcomes, activitySorts } from '../../../../electron/contract/constants/activity-constants.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { requestShortcuts } from '../../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { AsideButton } from '../../../ui/toolbar/aside-button.tsx'
import { ChipGroup } from '../../../ui/toolbar/chip-group.tsx'
import { FilterField } from '../../../ui/toolbar/filter-field.tsx'
import { SortMenu } from '../../../ui/toolbar/sort-menu.tsx'
import classes from '../../../ui/toolbar/toolbar.module.css'
import { isFiltered, methods, sortBy, sortLabels, toggleMethod, toggleOutcome } from './request-query.ts'
import { patchRequests, requestsOf, setQuery, useRequests } from './request-store.ts'
import { outcomeLabels } from './request-text.ts'
import own from './requests.module.css'
import { type RequestActions, requests } from './use-request-actions.ts'

const icon = { size: 16, stroke: 1.5 } as const
const METHODS = methods.map((id) => ({ id, label: id }))
const OUTCOMES = activityOutcomes.map((id) => ({
  id,
  label: (
    <span className={own.mark} data-outcome={id}>
      {outcomeLabels[id]}
    </span>
  ),
}))

type RequestsToolbarProps = {
  accountId: string
  /** How many are recorded in all. */
  recorded: number | null
  filterInput: RefObject<HTMLInputElement | null>
  toList: () => void
  toFirst: () => void
  actions: RequestActions
  onReport: () => void
}

/** Filter, outcomes, methods; export, report, clear. */
export const RequestsToolbar = ({
  accountId,
  recorded,
  filterInput,
  toList,
  toFirst,
  actions,
  onReport,
}: RequestsToolbarProps) => {
  const query = useRequests(accountId, (s) => s.query)
  const view = useRequests(accountId, (s) => s.view)
  const detailsOpen = useRequests(accountId, (s) => s.detailsOpen)
  const change = (next: typeof query) => setQuery(accountId, next)
  return (
    <div className={classes.frame}>
      <div className={classes.toolbar} role="toolbar" aria-label="Requests">
        <FilterField
          text={query.text}
          count={view && { total: view.total, all: isFiltered(view.query) ? recorded : null }}
          noun="requests"
          tip="Filter by method, path, status or problem"
          input={filterInput}
          onText={(text) => change({ ...requestsOf(accountId).query, text })}
          toList={toList}
          toFirst={toFirst}
        />
        <div className={own.filters}>
          <ChipGroup
            label="Show only outcomes"
            chips={OUTCOMES}
            selected={query.outcomes}
            onToggle={(outcome) => change(toggleOutcome(query, outcome))}
          />
          <ChipGroup
            label="Show only methods"
            chips={METHODS}
            selected={query.methods}
            onToggle={(method) => change(toggleMethod(query, method))}
          />
        </div>
        <div className={classes.end}>
          <SortMenu
            sorts={activitySorts}
            labels={sortLabels}
            query={query}
            onSort={(sort) => change(sortBy(query, sort))}
          />
          <IconButton
            label="Export as JSON lines"
            shortcut={requestShortcuts.export}
            icon={<IconDownload {...icon} />}
            disabled={actions.busy !== null || !view?.total}
            onClick={actions.save}
          />
          <IconButton label="Report a problem" icon={<IconReport {...icon} />} onClick={onReport} />
          <Menu position="bottom-end">
            <Menu.Target>
              <IconButton label="Clear" icon={<IconTrash {...icon} />} disabled={actions.busy !== null || !recorded} />
            </Menu.Target>
            {recorded ? (
              <Menu.Dropdown>
                <Menu.Item onClick={actions.clear} className={own.danger}>
                  {`Clear ${requests(recorded)}`}
                </Menu.Item>
              </Menu.Dropdown>
            ) : null}
          </Menu>
          <AsideButton
            shortcut={requestShortcuts.details}
            label="Details"
            open={detailsOpen}
            onClick={() => patchRequests(accountId, { detailsOpen: !detailsOpen })}
          />
        </div>
      </div>
    </div>
  )
}
