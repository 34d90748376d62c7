import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { SessionListQuery, SessionRow } from '../../../electron/contract/models/session-models.ts'
import { ask } from '../../bridge.ts'
import { DropHint } from '../../ui/add-ids/drop-hint.tsx'
import { useDrop, usePaste } from '../../ui/add-ids/use-drop.ts'
import { useShownByBanner } from '../../ui/feedback/outage-context.ts'
import { errorToast, problemToast, type Toast } from '../../ui/feedback/toast.ts'
import { ToastBar } from '../../ui/feedback/toast-bar.tsx'
import { sessionListShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { HoldKeys } from '../../ui/keys/use-keys.ts'
import frame from '../../ui/list/list.module.css'
import { ListBody } from '../../ui/list/list-body.tsx'
import { useFirstMatch } from '../../ui/list/use-first-match.ts'
import { useListControls } from '../../ui/list/use-list-controls.ts'
import { ARCHIVE_SELECTED } from './bulk/archive-plan-text.ts'
import { Aside, RowsAbove } from './rows/list-parts.tsx'
import { NoMatch, NothingListed } from './rows/list-states.tsx'
import { useDensity } from './rows/session-density.ts'
import { SessionGrid } from './rows/session-grid.tsx'
import { RowMenu } from './rows/session-menu.tsx'
import { useLoadSelected, useRevealWatched, useWatched } from './rows/use-selected.ts'
import { useSessionList } from './rows/use-session-list.ts'
import { useSessionSelecting } from './rows/use-session-selecting.ts'
import { isFiltered } from './session-query.ts'
import { listOf, patchList, selectedIds, selectRow, setQuery, useList, type View } from './session-store.ts'
import classes from './sessions.module.css'
import { Toolbar } from './sessions-toolbar.tsx'
import { SyncControl } from './sync/sync-control.tsx'
import { Strip } from './sync/sync-strip.tsx'
import { UncheckedStrip } from './sync/unchecked-strip.tsx'
import { useSync } from './sync/use-sync.ts'
import { useAddIds } from './use-add-ids.ts'
import { useSessionActions } from './use-session-actions.ts'
import { useListKeys } from './use-session-keys.ts'

const AddIdsDialog = lazy(async () => ({
  default: (await import('../../ui/add-ids/add-ids-dialog.tsx')).AddIdsDialog,
}))
const SaveViewDialog = lazy(async () => ({
  default: (await import('./views/save-view-dialog.tsx')).SaveViewDialog,
}))
const ColumnMenu = lazy(async () => ({ default: (await import('./rows/column-menu.tsx')).ColumnMenu }))
const GroupList = lazy(async () => ({ default: (await import('./groups/group-list.tsx')).GroupList }))
const SelectionFooter = lazy(async () => ({
  default: (await import('./bulk/selection-footer.tsx')).SelectionFooter,
}))
const ArchiveAllDialog = lazy(async () => ({
  default: (await import('./bulk/archive-all-dialog.tsx')).ArchiveAllDialog,
}))
const HandOverDialog = lazy(async () => ({
  default: (await import('./hand-over/hand-over-dialog.tsx')).HandOverDialog,
}))

export type SessionsViewProps = {
  account: Account
  /** `play` is true when the person asked to see it run at once (Space). */
  onOpen: (sessionId: string, query: SessionListQuery, how?: { play: boolean }) => void
  /** The session that the person comes back from; null when from elsewhere. */
  watchedId: string | null
  /** Judges sessions one after the other: those selected, or all that match from `first` on. */
  onReview?: (of: { query: SessionListQuery; selected: readonly string[] | null; first: string | null }) => void
  /** What waits above the rows. */
  notice?: (showToast: (toast: Toast) => void) => ReactNode
  /** What is beside the list for the selected session. */
  inspector?: (sessionId: string) => ReactNode
  onShowArchive: () => void
  /** Opens the sign-in of the account; without it the texts say where it is. */
  onSignIn?: () => void
}

/** What the archive dialog is about. */
type Archiving = { title: string; idsOf: () => Promise<string[]> }
const matching = (query: SessionListQuery): Archiving => ({
  title: sessionListShortcuts.archiveAll.label,
  idsOf: async () => (await ask('sessions.ids', query)).sessionIds,
})
const archivingSelected = (accountId: string): Archiving => {
  const ids = selectedIds(accountId)
  return { title: ARCHIVE_SELECTED, idsOf: async () => ids }
}

/** The list of an account's sessions. Each account has a list of its own. */
export const SessionsView = (props: SessionsViewProps) => <Place key={props.account.id} {...props} />

const Place = (props: SessionsViewProps) => {
  const { account, onOpen, onShowArchive, watchedId, inspector, onReview, onSignIn } = props
  const accountId = account.id
  const view = useList(accountId, (s) => s.view)
  const wanted = useList(accountId, (s) => s.query)
  const density = useDensity((s) => s.density)
  const [adding, setAdding] = useState<boolean | null>(null) // null: not opened yet; its text stays once it was
  const [archiving, setArchiving] = useState<Archiving | null>(null)
  const [saving, setSaving] = useState(false)
  const [columnsOpen, setColumnsOpen] = useState(false)
  const saveView = () => setSaving(true)
  const groupBy = useList(accountId, (s) => s.groupBy)
  const several = useList(accountId, (s) => s.selection.held)
  const handOver = useList(accountId, (s) => s.handOver)

  useWatched(accountId, watchedId) // before the list is loaded
  const list = useSessionList(accountId)
  const controls = useListControls<SessionRow>(view, list)
  useRevealWatched(accountId, watchedId, controls.grid)
  const toFirst = useFirstMatch(view, wanted, (index) => selectRow(accountId, null, index))
  const { showToast } = controls
  const shownByBanner = useShownByBanner()
  const { refresh } = list
  const { sync, start, cancel } = useSync(account)
  const { add, busy } = useAddIds(accountId, showToast)
  const actions = useSessionActions(showToast, onShowArchive)
  useLoadSelected(useList(accountId, (s) => s.selectedId))

  const take = useCallback(
    async (...texts: string[]) => {
      const result = await add(...texts)
      if (!result.ok) showToast(problemToast(result.problem))
    },
    [add, showToast],
  )
  usePaste(take)
  const drop = useDrop(take, (why) => showToast(errorToast(why)), 'session')

  const selecting = useSessionSelecting(accountId, controls.grid)
  const open = (row: SessionRow, play: boolean) => onOpen(row.sessionId, listOf(accountId).query, { play })
  const archiveAll = view !== null && view.total > 0 ? () => setArchiving(matching(listOf(accountId).query)) : null
  const review = () => {
    const { query, selection, selectedId } = listOf(accountId)
    const selected = selection.held ? selectedIds(accountId) : null
    onReview?.({ query, selected, first: selected ? null : selectedId })
  }
  useListKeys({
    accountId,
    grid: controls.grid,
    enabled: !controls.inAside,
    open,
    selecting,
    saveView,
    review,
    focusFilter: controls.focusFilter,
    copyId: actions.copyId,
    copyFindings: actions.copyFindings,
    save: actions.save,
    judge: actions.judge,
    archiveAll,
  })

  const startSync = async () => {
    const problem = await start()
    if (problem && !shownByBanner(problem)) showToast(problemToast(problem))
  }
  const onTop = useCallback(() => {
    const { newAbove, lost } = listOf(accountId)
    if (lost) void refresh('top')
    else if (newAbove > 0) patchList(accountId, { newAbove: 0 })
  }, [accountId, refresh])

  const empty = ({ query, all }: View) =>
    isFiltered(query) ? (
      <NoMatch query={query} all={all} onClear={() => setQuery(accountId, { ...wanted, text: '' })} />
    ) : (
      <NothingListed
        account={account}
        sync={sync}
        onAdd={() => setAdding(true)}
        onSync={startSync}
        onSignIn={onSignIn}
      />
    )
  return (
    <section className={frame.view} aria-label="Sessions" {...drop.handlers}>
      <Toolbar
        accountId={accountId}
        filterInput={controls.filterInput}
        toList={controls.toList}
        toFirst={toFirst}
        onAdd={() => setAdding(true)}
        onSaveView={saveView}
        onArchiveAll={archiveAll}
        onReview={review}
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
          {view !== null && view.total > 0 ? (
            <Strip
              account={account}
              list={controls.problem}
              sync={sync}
              onRetryList={list.retry}
              onRetrySync={startSync}
              onSignIn={onSignIn}
            />
          ) : null}
          {props.notice?.(showToast)}
          <UncheckedStrip key={accountId} query={wanted} onFound={() => void refresh('keep')} />
          <div className={classes.rows}>
            {groupBy !== null && view !== null && view.total > 0 ? (
              <Suspense fallback={<HoldKeys />}>
                <GroupList
                  accountId={accountId}
                  by={groupBy}
                  enabled={!controls.inAside}
                  handle={controls.grid}
                  showToast={showToast}
                  onOpen={open}
                />
              </Suspense>
            ) : (
              <ListBody
                view={view}
                wanted={wanted}
                list={list}
                rowSize={density}
                empty={empty}
                rows={(shown) => (
                  <>
                    <SessionGrid
                      key={density}
                      accountId={accountId}
                      view={shown}
                      list={list}
                      density={density}
                      handle={controls.grid}
                      selecting={selecting}
                      onOpen={(row) => open(row, false)}
                      onMenu={(row, at) => controls.openMenu({ row, ...at })}
                      onHeaderMenu={() => setColumnsOpen(true)} // also while the menu itself is being loaded
                      onTop={onTop}
                    />
                    <Suspense fallback={null}>
                      <ColumnMenu opened={columnsOpen} onChange={setColumnsOpen} />
                    </Suspense>
                  </>
                )}
              />
            )}
            <RowsAbove accountId={accountId} onClick={controls.toTop} />
          </div>
          <ToastBar toast={controls.toast} onClose={controls.closeToast} />
          {drop.over ? <DropHint text="Drop session ids: text, CSV or JSON" /> : null}
        </div>
        {inspector ? <Aside accountId={accountId} render={inspector} onFocusInside={controls.setInAside} /> : null}
      </div>
      <Suspense fallback={<HoldKeys />}>
        {several ? (
          <SelectionFooter
            accountId={accountId}
            enabled={!controls.inAside}
            showToast={showToast}
            onArchive={() => setArchiving(archivingSelected(accountId))}
            onReview={review}
          />
        ) : null}
      </Suspense>
      <Suspense fallback={<HoldKeys />}>
        {handOver ? <HandOverDialog accountId={accountId} open={handOver} showToast={showToast} /> : null}
        {adding === null ? null : (
          <AddIdsDialog
            opened={adding}
            noun="session"
            placeholder="8f3a52d0-6c1e-4b7f-9a30-1d2e3f4a5b6c"
            busy={busy}
            onClose={() => setAdding(false)}
            add={add}
          />
        )}
        {saving ? <SaveViewDialog accountId={accountId} onClose={() => setSaving(false)} /> : null}
        {archiving ? (
          <ArchiveAllDialog
            {...archiving}
            onClose={() => setArchiving(null)}
            onAdded={(queued) => {
              setArchiving(null)
              actions.tellQueued(accountId, queued)
            }}
          />
        ) : null}
      </Suspense>
      <RowMenu at={controls.menu} onClose={controls.closeMenu} open={open} {...actions} />
    </section>
  )
}
