import { IconFilterOff, IconListSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Problem } from '../../../../electron/contract/result.ts'
import { EmptyView } from '../../../ui/empty-view.tsx'
import frame from '../../../ui/list-place.module.css'
import { NewRows } from '../../../ui/new-rows.tsx'
import { ProblemView } from '../../../ui/problem-view.tsx'
import { ResizablePanel } from '../../../ui/resizable-panel.tsx'
import { plain, type Said } from '../../../ui/said.ts'
import { SaidBar } from '../../../ui/said-bar.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import type { Screen } from '../../../ui/use-virtual-grid.ts'
import { ReportDialog } from './report-dialog.tsx'
import { RequestDetails } from './request-details.tsx'
import { type GridHandle, RequestGrid } from './request-grid.tsx'
import { type MenuAt, RequestMenu } from './request-menu.tsx'
import { isFiltered, withoutFilter } from './request-query.ts'
import { setQuery, useRequests } from './request-store.ts'
import classes from './requests.module.css'
import { RequestsToolbar } from './requests-toolbar.tsx'
import { requests, useRequestActs } from './use-request-acts.ts'
import { useRequestKeys } from './use-request-keys.ts'
import { useRecorded, useRequestsView } from './use-requests-view.ts'

const icon = { size: 24, stroke: 1.5 } as const

/** Every request of the account to its service, the newest first. */
export const RequestsSection = ({ accountId }: { accountId: string }) => {
  const view = useRequests(accountId, (s) => s.view)
  const wanted = useRequests(accountId, (s) => s.query)
  const detailsOpen = useRequests(accountId, (s) => s.detailsOpen)
  const newAbove = useRequests(accountId, (s) => s.newAbove)
  const grid = useRef<GridHandle>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const screen = useRef<Screen>(null)
  const retryWindows = useRef<() => void>(() => {})
  const [said, setSaid] = useState<Said | null>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const [reporting, setReporting] = useState(false)
  const [aside, setAside] = useState(false)
  const [windowProblem, setWindowProblem] = useState<Problem | null>(null)

  const { problem, refresh, move } = useRequestsView(accountId, screen)
  const recorded = useRecorded()
  const acts = useRequestActs(accountId, setSaid)
  useRequestKeys({
    accountId,
    grid,
    enabled: !aside,
    acts,
    focusFilter: () => filterInput.current?.select(),
  })
  const shown = view !== null && view.total > 0
  useEffect(() => {
    if (shown && document.activeElement === document.body) grid.current?.focus()
  }, [shown])
  const onWindowProblem = useCallback((failed: Problem | null, retry: () => void) => {
    retryWindows.current = retry
    setWindowProblem(failed)
  }, [])
  const closeSaid = useCallback(() => setSaid(null), [])

  const body = () => {
    if (view === null || (problem && view.query !== wanted))
      return problem ? (
        <ProblemView problem={problem} action={{ label: 'Try again', onClick: () => void refresh('top') }} />
      ) : (
        <SkeletonRows rows={16} />
      )
    if (view.total === 0 && isFiltered(view.query))
      return (
        <EmptyView
          icon={<IconFilterOff {...icon} />}
          title="No request matches"
          text={recorded === null ? '' : `None of ${requests(recorded)} fits the filter.`}
          action={{ label: 'Clear filter', onClick: () => setQuery(accountId, withoutFilter(wanted)) }}
        />
      )
    if (view.total === 0)
      return (
        <EmptyView
          icon={<IconListSearch {...icon} />}
          title="No requests yet"
          text="Every request to the service stands here as it is made, without tokens and bodies."
        />
      )
    return (
      <RequestGrid
        accountId={accountId}
        view={view}
        screen={screen}
        move={move}
        handle={grid}
        onMenu={(row, at) => setMenu({ row, ...at })}
        onWindowProblem={onWindowProblem}
      />
    )
  }
  const strip = (view === null ? null : problem) ?? windowProblem
  return (
    <>
      <RequestsToolbar
        accountId={accountId}
        recorded={recorded}
        filterInput={filterInput}
        toList={() => grid.current?.focus()}
        acts={acts}
        onReport={() => setReporting(true)}
      />
      {strip ? (
        <div className={frame.strip}>
          <ProblemView
            compact
            problem={strip}
            action={{
              label: 'Try again',
              onClick: () => (problem ? void refresh('keep') : retryWindows.current()),
            }}
          />
        </div>
      ) : null}
      <div className={frame.main}>
        <div className={classes.list}>
          {body()}
          <NewRows
            count={newAbove}
            onClick={() => {
              grid.current?.toTop()
              grid.current?.focus()
            }}
          />
          {said ? <SaidBar key={said.text} said={said} onClose={closeSaid} /> : null}
        </div>
        {detailsOpen && view !== null && (view.total > 0 || isFiltered(view.query)) ? (
          <aside
            className={frame.aside}
            aria-label="Details"
            onFocus={() => setAside(true)}
            onBlur={() => setAside(false)}
          >
            <ResizablePanel side="right" id="request-details" defaultWidth={320} min={260} max={640}>
              <RequestDetails accountId={accountId} acts={acts} />
            </ResizablePanel>
          </aside>
        ) : null}
      </div>
      <RequestMenu
        accountId={accountId}
        at={menu}
        acts={acts}
        onClose={() => {
          setMenu(null)
          grid.current?.focus()
        }}
      />
      {reporting ? (
        <ReportDialog
          onClose={() => setReporting(false)}
          onSaved={(name) => {
            setReporting(false)
            setSaid(plain(`Saved the report as ${name}. Nothing was sent.`))
          }}
        />
      ) : null}
    </>
  )
}
