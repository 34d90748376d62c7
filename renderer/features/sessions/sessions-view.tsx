import { type ReactNode, useCallback, useState } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { useAsk } from '../../bridge.ts'
import { AddIdsDialog } from '../../ui/add-ids/add-ids-dialog.tsx'
import { DropHint } from '../../ui/add-ids/drop-hint.tsx'
import { useDrop, usePaste } from '../../ui/add-ids/use-drop.ts'
import { useTold } from '../../ui/feedback/outage-context.ts'
import { failed, plain, wrong } from '../../ui/feedback/toast.ts'
import { SaidBar } from '../../ui/feedback/toast-bar.tsx'
import frame from '../../ui/list/list.module.css'
import { ListBody } from '../../ui/list/list-body.tsx'
import { useFirstMatch } from '../../ui/list/use-first-match.ts'
import { useListPlace } from '../../ui/list/use-list-screen.ts'
import { ArchiveAllDialog } from './bulk/archive-all-dialog.tsx'
import { Aside, RowsAbove } from './rows/list-parts.tsx'
import { NoMatch, NothingListed } from './rows/list-states.tsx'
import { SessionGrid } from './rows/session-grid.tsx'
import { RowMenu } from './rows/session-menu.tsx'
import { useLearn, useRevealWatched, useWatched } from './rows/use-selected.ts'
import { useView } from './rows/use-session-list.ts'
import { DEFAULT_LIST_QUERY, isFiltered, type ListQuery } from './session-query.ts'
import { listOf, patchList, selectRow, setQuery, useList, type View } from './session-store.ts'
import classes from './sessions.module.css'
import { Toolbar } from './sessions-toolbar.tsx'
import { SyncControl } from './sync/sync-control.tsx'
import { Strip } from './sync/sync-strip.tsx'
import { UncheckedStrip } from './sync/unchecked-strip.tsx'
import { useSync } from './sync/use-sync.ts'
import { useAddIds } from './use-add-ids.ts'
import { useRowActs } from './use-session-actions.ts'
import { useListKeys } from './use-session-keys.ts'

export type SessionsPlaceProps = {
  account: Account
  /** `play` is true when the person asked to see it run at once (Space). */
  onOpen: (sessionId: string, query: ListQuery, how?: { play: boolean }) => void
  /** The session that the person comes back from; null when from elsewhere. */
  watchedId: string | null
  /** What stands beside the list for the selected session. */
  inspector?: (sessionId: string) => ReactNode
  onShowArchive: () => void
  /** Opens the sign-in of the account; without it the texts say where it is. */
  onSignIn?: () => void
}

/** The list of an account's sessions. Each account has a list of its own. */
export const SessionsPlace = (props: SessionsPlaceProps) => <Place key={props.account.id} {...props} />

const Place = ({ account, onOpen, onShowArchive, watchedId, inspector, onSignIn }: SessionsPlaceProps) => {
  const accountId = account.id
  const view = useList(accountId, (s) => s.view)
  const wanted = useList(accountId, (s) => s.query)
  const [adding, setAdding] = useState(false)
  const [archiving, setArchiving] = useState<ListQuery | null>(null)

  useWatched(accountId, watchedId) // before the list is asked for
  const list = useView(accountId)
  const place = useListPlace<SessionRow>(view, list)
  useRevealWatched(accountId, watchedId, place.grid)
  const toFirst = useFirstMatch(view, wanted, (index) => selectRow(accountId, null, index))
  const { say } = place
  const told = useTold()
  const { refresh } = list
  const { sync, start, cancel } = useSync(account)
  const { add, busy } = useAddIds(accountId, say)
  const acts = useRowActs(say, onShowArchive)
  useLearn(useList(accountId, (s) => s.selectedId))
  const leadMs = (useAsk('settings.get', undefined).data?.leaseLeadS ?? 0) * 1_000

  const take = useCallback(
    async (...texts: string[]) => {
      const result = await add(...texts)
      if (!result.ok) say(failed(result.problem))
    },
    [add, say],
  )
  usePaste(take)
  const drop = useDrop(take, (why) => say(wrong(why)), 'session')

  const open = (row: SessionRow, play: boolean) => onOpen(row.sessionId, listOf(accountId).query, { play })
  const archiveAll = view !== null && view.total > 0 ? () => setArchiving(listOf(accountId).query) : null
  useListKeys({
    accountId,
    grid: place.grid,
    enabled: !place.inAside,
    open,
    focusFilter: place.focusFilter,
    copyId: acts.copyId,
    save: acts.save,
    archiveAll,
  })

  const startSync = async () => {
    const problem = await start()
    if (problem && !told(problem)) say(failed(problem))
  }
  const onTop = useCallback(() => {
    const { newAbove, held } = listOf(accountId)
    if (held) void refresh('top')
    else if (newAbove > 0) patchList(accountId, { newAbove: 0 })
  }, [accountId, refresh])

  const empty = ({ query, all }: View) =>
    isFiltered(query) ? (
      <NoMatch
        query={query}
        all={all}
        onClear={() => setQuery(accountId, { ...wanted, text: '', chips: DEFAULT_LIST_QUERY.chips })}
      />
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
    <section className={frame.place} aria-label="Sessions" {...drop.handlers}>
      <Toolbar
        accountId={accountId}
        filterInput={place.filterInput}
        toList={place.toList}
        toFirst={toFirst}
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
          {view !== null && view.total > 0 ? (
            <Strip
              account={account}
              list={place.problem}
              sync={sync}
              onRetryList={list.retry}
              onRetrySync={startSync}
              onSignIn={onSignIn}
            />
          ) : null}
          <UncheckedStrip key={accountId} query={wanted} onFound={() => void refresh('keep')} />
          <div className={classes.rows}>
            <ListBody
              view={view}
              wanted={wanted}
              list={list}
              empty={empty}
              rows={(shown) => (
                <SessionGrid
                  accountId={accountId}
                  view={shown}
                  list={list}
                  leadMs={leadMs}
                  handle={place.grid}
                  onOpen={(row) => open(row, false)}
                  onMenu={(row, at) => place.openMenu({ row, ...at })}
                  onTop={onTop}
                />
              )}
            />
            <RowsAbove accountId={accountId} onClick={place.toTop} />
          </div>
          <SaidBar said={place.said} onClose={place.closeSaid} />
          {drop.over ? <DropHint text="Drop session ids: text, CSV or JSON" /> : null}
        </div>
        {inspector ? <Aside accountId={accountId} render={inspector} onFocusInside={place.setInAside} /> : null}
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
            say(plain(text, { label: 'Show the archive', run: onShowArchive }))
          }}
        />
      ) : null}
      <RowMenu at={place.menu} onClose={place.closeMenu} open={open} {...acts} />
    </section>
  )
}
