import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Account } from '../../../electron/contract/account-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import type { SessionRow } from '../../../electron/contract/session-models.ts'
import { useAsk } from '../../bridge.ts'
import { AddIdsDialog } from '../../ui/add-ids-dialog.tsx'
import { DropHint } from '../../ui/drop-hint.tsx'
import frame from '../../ui/list-place.module.css'
import { ProblemView } from '../../ui/problem-view.tsx'
import { plain, type Said, wrong } from '../../ui/said.ts'
import { SaidBar } from '../../ui/said-bar.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { useDrop, usePaste } from '../../ui/use-drop.ts'
import type { Screen } from '../../ui/use-virtual-grid.ts'
import { ArchiveAllDialog } from './archive-all-dialog.tsx'
import { Aside, RowsAbove } from './list-parts.tsx'
import { DEFAULT_LIST_QUERY, isFiltered, type ListQuery } from './list-query.ts'
import { NoMatch, NothingListed } from './list-states.tsx'
import { listOf, patchList, useList } from './list-store.ts'
import classes from './place.module.css'
import { type MenuAt, RowMenu } from './row-menu.tsx'
import { type GridHandle, SessionGrid } from './session-grid.tsx'
import { Strip } from './strip.tsx'
import { SyncControl } from './sync-control.tsx'
import { Toolbar } from './toolbar.tsx'
import { useAddIds } from './use-add-ids.ts'
import { useLearn } from './use-learn.ts'
import { useListKeys } from './use-list-keys.ts'
import { useRowActs } from './use-row-acts.ts'
import { useSync } from './use-sync.ts'
import { useView } from './use-view.ts'

export type SessionsPlaceProps = {
  account: Account
  /** `play` is true when the person asked to see it run at once (Space). */
  onOpen: (sessionId: string, query: ListQuery, how?: { play: boolean }) => void
  /** What stands beside the list for the selected session. */
  inspector?: (sessionId: string) => ReactNode
  onShowArchive: () => void
  /** Opens the sign-in of the account; without it the texts say where it is. */
  onSignIn?: () => void
}

/** The list of an account's sessions. Each account has a list of its own. */
export const SessionsPlace = (props: SessionsPlaceProps) => <Place key={props.account.id} {...props} />

const Place = ({ account, onOpen, onShowArchive, inspector, onSignIn }: SessionsPlaceProps) => {
  const accountId = account.id
  const view = useList(accountId, (s) => s.view)
  const wanted = useList(accountId, (s) => s.query)
  const grid = useRef<GridHandle>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const screen = useRef<Screen>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const [adding, setAdding] = useState(false)
  const [archiving, setArchiving] = useState<ListQuery | null>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const [aside, setAside] = useState(false)
  const [windowProblem, setWindowProblem] = useState<Problem | null>(null)
  const retryWindows = useRef<() => void>(() => {})

  const { problem, refresh, move } = useView(accountId, screen)
  const { sync, start, cancel } = useSync(account)
  const { add, busy } = useAddIds(accountId, setSaid)
  const acts = useRowActs(setSaid, onShowArchive)
  useLearn(useList(accountId, (s) => s.selectedId))
  const leadMs = (useAsk('settings.get', undefined).data?.leaseLeadS ?? 0) * 1_000

  const take = useCallback(
    async (...texts: string[]) => {
      const result = await add(...texts)
      if (!result.ok) setSaid(wrong(`${result.problem.message} ${result.problem.next ?? ''}`.trim()))
    },
    [add],
  )
  usePaste(take)
  const drop = useDrop(take, (why) => setSaid(wrong(why)), 'session')

  const open = (row: SessionRow, play: boolean) => onOpen(row.sessionId, listOf(accountId).query, { play })
  const archiveAll = view !== null && view.total > 0 ? () => setArchiving(listOf(accountId).query) : null
  useListKeys({
    accountId,
    grid,
    enabled: !aside,
    open,
    focusFilter: () => filterInput.current?.select(),
    copyId: acts.copyId,
    save: acts.save,
    archiveAll,
  })

  const shown = view !== null && view.total > 0
  useEffect(() => {
    if (shown && document.activeElement === document.body) grid.current?.focus()
  }, [shown])

  const startSync = async () => {
    const failed = await start()
    if (failed) setSaid(wrong(`${failed.message} ${failed.next ?? ''}`.trim()))
  }
  const onTop = useCallback(() => {
    const { newAbove, held } = listOf(accountId)
    if (held) void refresh('top')
    else if (newAbove > 0) patchList(accountId, { newAbove: 0 })
  }, [accountId, refresh])
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
        <NoMatch
          query={view.query}
          all={view.all}
          onClear={() => patchList(accountId, { query: { ...wanted, text: '', chips: DEFAULT_LIST_QUERY.chips } })}
        />
      )
    if (view.total === 0)
      return (
        <NothingListed
          account={account}
          sync={sync}
          onAdd={() => setAdding(true)}
          onSync={startSync}
          onSignIn={onSignIn}
        />
      )
    return (
      <SessionGrid
        accountId={accountId}
        view={view}
        leadMs={leadMs}
        screen={screen}
        move={move}
        handle={grid}
        onOpen={(row) => open(row, false)}
        onMenu={(row, at) => setMenu({ row, ...at })}
        onTop={onTop}
        onWindowProblem={onWindowProblem}
      />
    )
  }

  return (
    <section className={frame.place} aria-label="Sessions" {...drop.handlers}>
      <Toolbar
        accountId={accountId}
        filterInput={filterInput}
        toList={() => grid.current?.focus()}
        onAdd={() => setAdding(true)}
        onArchiveAll={archiveAll}
        hasInspector={inspector !== undefined}
        sync={
          <SyncControl
            sync={sync}
            lists={account.listsSessions !== false && sync?.state !== 'not-supported'}
            start={startSync}
            cancel={cancel}
          />
        }
      />
      <div className={frame.main}>
        <div className={classes.list}>
          {shown ? (
            <Strip
              account={account}
              list={problem ?? windowProblem}
              sync={sync}
              onRetryList={() => (problem ? void refresh('keep') : retryWindows.current())}
              onRetrySync={startSync}
              onSignIn={onSignIn}
            />
          ) : null}
          <div className={classes.rows}>
            {body()}
            <RowsAbove
              accountId={accountId}
              onClick={() => {
                grid.current?.toTop()
                grid.current?.focus()
              }}
            />
          </div>
          {said ? <SaidBar key={said.text} said={said} onClose={closeSaid} /> : null}
          {drop.over ? <DropHint text="Drop session ids: text, CSV or JSON" /> : null}
        </div>
        {inspector ? <Aside accountId={accountId} render={inspector} onFocusInside={setAside} /> : null}
      </div>
      <AddIdsDialog
        opened={adding}
        noun="session"
        placeholder="8f3a52d0-6c1e-4b7f-9a30-1d2e3f4a5b6c"
        busy={busy}
        onClose={() => setAdding(false)}
        add={add}
      />
      {archiving ? (
        <ArchiveAllDialog
          query={archiving}
          onClose={() => setArchiving(null)}
          onAdded={(text) => {
            setArchiving(null)
            setSaid(plain(text, { label: 'Show the archive', run: onShowArchive }))
          }}
        />
      ) : null}
      <RowMenu
        at={menu}
        onClose={() => {
          setMenu(null)
          grid.current?.focus()
        }}
        open={open}
        {...acts}
      />
    </section>
  )
}
