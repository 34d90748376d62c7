import { IconFilterOff, IconListSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import { EmptyView } from '../../../ui/feedback/empty-view.tsx'
import { ProblemStrip } from '../../../ui/feedback/problem-strip.tsx'
import { plainToast } from '../../../ui/feedback/toast.ts'
import { ToastBar } from '../../../ui/feedback/toast-bar.tsx'
import frame from '../../../ui/list/list.module.css'
import { ListAside } from '../../../ui/list/list-aside.tsx'
import { ListBody } from '../../../ui/list/list-body.tsx'
import { NewRows } from '../../../ui/list/new-rows.tsx'
import { useFirstMatch } from '../../../ui/list/use-first-match.ts'
import { useListControls } from '../../../ui/list/use-list-controls.ts'
import { ReportDialog } from './report-dialog.tsx'
import { RequestDetails } from './request-details.tsx'
import { RequestGrid } from './request-grid.tsx'
import { RequestMenu } from './request-menu.tsx'
import { isFiltered, type ListQuery, withoutFilter } from './request-query.ts'
import { patchRequests, setQuery, useRequests } from './request-store.ts'
import { RequestsToolbar } from './requests-toolbar.tsx'
import { requests, useRequestActions } from './use-request-actions.ts'
import { useRequestKeys } from './use-request-keys.ts'
import { useRecorded, useRequestList } from './use-request-list.ts'

const icon = { size: 24, stroke: 1.5 } as const

/** Every request of the account to its service, the newest first. */
export const RequestsSection = ({ accountId }: { accountId: string }) => {
  const view = useRequests(accountId, (s) => s.view)
  const wanted = useRequests(accountId, (s) => s.query)
  const detailsOpen = useRequests(accountId, (s) => s.detailsOpen)
  const newAbove = useRequests(accountId, (s) => s.newAbove)
  const [reporting, setReporting] = useState(false)

  const list = useRequestList(accountId)
  const controls = useListControls<ActivityRow>(view, list)
  const toFirst = useFirstMatch(view, wanted, (selectedIndex) =>
    patchRequests(accountId, { selected: null, selectedIndex }),
  )
  const recorded = useRecorded()
  const actions = useRequestActions(accountId, controls.showToast)
  useRequestKeys({
    accountId,
    grid: controls.grid,
    enabled: !controls.inAside,
    actions,
    focusFilter: controls.focusFilter,
  })

  const empty = ({ query }: { query: ListQuery }) =>
    isFiltered(query) ? (
      <EmptyView
        icon={<IconFilterOff {...icon} />}
        title="No request matches"
        text={recorded === null ? '' : `None of ${requests(recorded)} matches the filter.`}
        action={{ label: 'Clear filter', onClick: () => setQuery(accountId, withoutFilter(wanted)) }}
      />
    ) : (
      <EmptyView
        icon={<IconListSearch {...icon} />}
        title="No requests yet"
        text="Every request to the service appears here, without tokens and bodies."
      />
    )
  return (
    <>
      <RequestsToolbar
        accountId={accountId}
        recorded={recorded}
        filterInput={controls.filterInput}
        toList={controls.toList}
        toFirst={toFirst}
        actions={actions}
        onReport={() => setReporting(true)}
      />
      <ProblemStrip problem={controls.problem} action={{ label: 'Retry', onClick: list.retry }} />
      <div className={frame.main}>
        <div className={frame.list}>
          <ListBody
            view={view}
            wanted={wanted}
            list={list}
            empty={empty}
            rows={(shown) => (
              <RequestGrid
                accountId={accountId}
                view={shown}
                list={list}
                handle={controls.grid}
                onMenu={(row, at) => controls.openMenu({ row, ...at })}
              />
            )}
          />
          <NewRows count={newAbove} onClick={controls.toTop} />
          <ToastBar toast={controls.toast} onClose={controls.closeToast} />
        </div>
        {detailsOpen && view !== null && (view.total > 0 || isFiltered(view.query)) ? (
          <ListAside label="Details" id="request-details" max={640} onFocusInside={controls.setInAside}>
            <RequestDetails accountId={accountId} actions={actions} />
          </ListAside>
        ) : null}
      </div>
      <RequestMenu accountId={accountId} at={controls.menu} actions={actions} onClose={controls.closeMenu} />
      {reporting ? (
        <ReportDialog
          onClose={() => setReporting(false)}
          onSaved={(name) => {
            setReporting(false)
            controls.showToast(plainToast(`Report saved as ${name}. Nothing was sent.`))
          }}
        />
      ) : null}
    </>
  )
}
