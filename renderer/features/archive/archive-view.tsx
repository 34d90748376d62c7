import { IconArchive, IconFilterOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { isDiskProblem, type Problem } from '../../../electron/contract/result.ts'
import { DropHint } from '../../ui/add-ids/drop-hint.tsx'
import { useDropZone } from '../../ui/add-ids/use-drop-zone.ts'
import { EmptyView } from '../../ui/feedback/empty-view.tsx'
import { ProblemStrip } from '../../ui/feedback/problem-strip.tsx'
import { plainToast } from '../../ui/feedback/toast.ts'
import { ToastBar } from '../../ui/feedback/toast-bar.tsx'
import frame from '../../ui/list/list.module.css'
import { ListAside } from '../../ui/list/list-aside.tsx'
import { ListBody } from '../../ui/list/list-body.tsx'
import { only } from '../../ui/list/selection.ts'
import { useFirstMatch } from '../../ui/list/use-first-match.ts'
import { useListControls } from '../../ui/list/use-list-controls.ts'
import { formatCount } from '../../ui/text/format-text.ts'
import { type BulkAction, canPlay, idsFor } from './archive-actions.ts'
import { ArchiveDetails } from './archive-details.tsx'
import { RefusedDialog, RemoveDialog, type TakenAway } from './archive-dialogs.tsx'
import { ArchiveFooter } from './archive-footer.tsx'
import { ArchiveGrid } from './archive-grid.tsx'
import { ArchiveMenu } from './archive-menu.tsx'
import { DEFAULT_QUERY, isFiltered, type ListQuery } from './archive-query.ts'
import { archiveNow, select, setQuery, useArchive } from './archive-store.ts'
import { ArchiveToolbar } from './archive-toolbar.tsx'
import { useArchiveActions } from './use-archive-actions.ts'
import { useArchiveKeys } from './use-archive-keys.ts'
import { useArchiveList } from './use-archive-list.ts'
import { useArchiveSelecting } from './use-archive-selecting.ts'

type BlockedStripProps = {
  /** The table itself cannot be read. */
  problem: Problem | null
  /** The whole queue is paused. */
  blocked: Problem | null
  onRetry: () => void
  onFolder: () => void
}

/** One line above the table that says what is wrong; the most pressing only. */
export const BlockedStrip = ({ problem, blocked, onRetry, onFolder }: BlockedStripProps) => {
  const retry = { label: 'Retry', onClick: onRetry }
  const folder = { label: 'Choose another folder', onClick: onFolder }
  const action = problem ? retry : blocked && isDiskProblem(blocked) ? folder : undefined
  return <ProblemStrip problem={problem ?? blocked} action={action} />
}

const FILES = ['Files']
const icon = { size: 24, stroke: 1.5 } as const

type ArchiveViewProps = {
  account: Account
  /** Opens the player on the archived copy, without a request. */
  onOpen: (item: ArchiveItem, play: boolean) => void
  onSessions: () => void
}

/** Queue and archive of all accounts as one table. */
export const ArchiveView = ({ account, onOpen, onSessions }: ArchiveViewProps) => {
  const view = useArchive((s) => s.view)
  const blocked = useArchive((s) => s.totals?.blocked ?? null)
  const wanted = useArchive((s) => s.query)
  const detailsOpen = useArchive((s) => s.detailsOpen)
  const [refused, setRefused] = useState<readonly string[] | null>(null)
  const [removing, setRemoving] = useState<TakenAway | null>(null)
  const [busy, setBusy] = useState<BulkAction | 'import' | null>(null)

  const list = useArchiveList()
  const controls = useListControls<ArchiveItem>(view, list)
  const toFirst = useFirstMatch(view, wanted, (index) => select(only<ArchiveItem>(undefined, index)))
  const actions = useArchiveActions({ accountId: account.id, showToast: controls.showToast, showRefused: setRefused })
  const selecting = useArchiveSelecting(controls.grid)

  const during = async (what: BulkAction | 'import', work: Promise<void>) => {
    setBusy(what)
    await work.finally(() => setBusy(null))
  }
  const action = (what: BulkAction) => void during(what, actions.bulk(what, archiveNow().selection.selected.values()))
  const importFolder = () => void during('import', actions.importFolder())
  const openItem = (item: ArchiveItem, play: boolean) => {
    if (canPlay(item)) onOpen(item, play)
    else controls.showToast(plainToast('Only archived recordings can be played here.'))
  }
  const open = (item: ArchiveItem) => openItem(item, false)
  const play = (item: ArchiveItem) => openItem(item, true)
  const remove = () => {
    const selected = [...archiveNow().selection.selected.values()]
    const count = (what: keyof TakenAway) => idsFor(what, selected).length
    const counts = { cancel: count('cancel'), forget: count('forget'), remove: count('remove') }
    if (counts.cancel + counts.forget + counts.remove > 0) setRemoving(counts)
  }
  const drag = useDropZone({
    types: FILES,
    effect: 'link',
    onDrop: () =>
      controls.showToast(
        plainToast('Dropped folders cannot be read. Select the folder in the dialog.', {
          label: 'Import folder',
          run: importFolder,
        }),
      ),
  })
  useArchiveKeys({
    grid: controls.grid,
    enabled: !controls.inAside,
    selecting,
    open,
    play,
    action,
    remove,
    focusFilter: controls.focusFilter,
  })

  const empty = ({ query }: { query: ListQuery }) =>
    isFiltered(query) ? (
      <EmptyView
        icon={<IconFilterOff {...icon} />}
        title="No recording matches"
        text={`None of ${formatCount(archiveNow().totals?.items ?? 0)} recordings in the archive matches the filter.`}
        action={{
          label: 'Clear filter',
          onClick: () => setQuery({ ...wanted, text: '', chips: DEFAULT_QUERY.chips }),
        }}
      />
    ) : (
      <EmptyView
        icon={<IconArchive {...icon} />}
        title="No recordings yet"
        text="Recordings you archive appear here. They are saved as MP4 files on this computer and stay when their links expire."
        action={{ label: 'Go to sessions', onClick: onSessions }}
      />
    )
  return (
    <section className={frame.view} aria-label="Archive" {...drag.handlers}>
      <ArchiveToolbar
        filterInput={controls.filterInput}
        toList={controls.toList}
        toFirst={toFirst}
        importing={busy === 'import'}
        onImport={importFolder}
      />
      <BlockedStrip problem={controls.problem} blocked={blocked} onRetry={list.retry} onFolder={actions.chooseFolder} />
      <div className={frame.main}>
        <div className={frame.list}>
          <ListBody
            view={view}
            wanted={wanted}
            list={list}
            empty={empty}
            rows={(shown) => (
              <ArchiveGrid
                view={shown}
                list={list}
                handle={controls.grid}
                onPick={(hit) => {
                  controls.toList()
                  void selecting.pick(hit)
                }}
                onOpen={open}
                onMenu={(hit, at) => {
                  selecting.pickForMenu(hit)
                  controls.openMenu({ row: hit.row, ...at })
                }}
                onCopyHash={actions.copyHash}
              />
            )}
          />
          <ToastBar toast={controls.toast} onClose={controls.closeToast} />
          {drag.over ? <DropHint text="Use “Import folder” to add recordings" /> : null}
        </div>
        {detailsOpen && view !== null && (view.total > 0 || isFiltered(view.query)) ? (
          <ListAside label="Details" id="archive-details" max={560} onFocusInside={controls.setInAside}>
            <ArchiveDetails actions={actions} play={play} />
          </ListAside>
        ) : null}
      </div>
      <ArchiveFooter busy={busy === 'import' ? null : busy} onAction={action} />
      <ArchiveMenu at={controls.menu} onClose={controls.closeMenu} actions={actions} play={play} onAction={action} />
      {removing ? (
        <RemoveDialog
          counts={removing}
          onClose={() => setRemoving(null)}
          onAction={(what) => {
            setRemoving(null)
            action(what)
          }}
        />
      ) : null}
      {refused ? <RefusedDialog refused={refused} onClose={() => setRefused(null)} /> : null}
    </section>
  )
}
