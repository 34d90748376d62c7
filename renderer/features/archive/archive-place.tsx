import { IconArchive, IconFilterOff } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Account } from '../../../electron/contract/account-models.ts'
import type { ArchiveItem } from '../../../electron/contract/archive-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { useAsk } from '../../bridge.ts'
import { DropHint } from '../../ui/drop-hint.tsx'
import { EmptyView } from '../../ui/empty-view.tsx'
import { formatCount } from '../../ui/format.ts'
import frame from '../../ui/list-place.module.css'
import { ProblemView } from '../../ui/problem-view.tsx'
import { ResizablePanel } from '../../ui/resizable-panel.tsx'
import { plain, type Said } from '../../ui/said.ts'
import { SaidBar } from '../../ui/said-bar.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { useDropZone } from '../../ui/use-drop-zone.ts'
import type { Screen } from '../../ui/use-virtual-grid.ts'
import { type BulkAct, canPlay, idsFor } from './acts.ts'
import classes from './archive.module.css'
import { ArchiveDetails } from './archive-details.tsx'
import { RefusedDialog, RemoveDialog, type TakenAway } from './archive-dialogs.tsx'
import { ArchiveFooter } from './archive-footer.tsx'
import { ArchiveGrid, type GridHandle } from './archive-grid.tsx'
import { ArchiveMenu, type MenuAt } from './archive-menu.tsx'
import { DEFAULT_QUERY, isFiltered } from './archive-query.ts'
import { archiveNow, select, setQuery, useArchive } from './archive-store.ts'
import { ArchiveToolbar } from './archive-toolbar.tsx'
import { HeldStrip } from './held-strip.tsx'
import { only } from './selection.ts'
import { useArchiveActs, useRowsBetween } from './use-archive-acts.ts'
import { useArchiveKeys } from './use-archive-keys.ts'
import { useArchiveView } from './use-archive-view.ts'
import { usePick } from './use-pick.ts'

const FILES = ['Files']
const icon = { size: 24, stroke: 1.5 } as const

type ArchivePlaceProps = {
  account: Account
  /** Opens the player on the archived copy, without a request. */
  onPlay: (item: ArchiveItem) => void
  onSessions: () => void
}

/** Queue and archive of all accounts as one table. */
export const ArchivePlace = ({ account, onPlay, onSessions }: ArchivePlaceProps) => {
  const view = useArchive((s) => s.view)
  const held = useArchive((s) => s.totals?.held ?? null)
  const wanted = useArchive((s) => s.query)
  const detailsOpen = useArchive((s) => s.detailsOpen)
  const grid = useRef<GridHandle>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const screen = useRef<Screen>(null)
  const retryWindows = useRef<() => void>(() => {})
  const [said, setSaid] = useState<Said | null>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const [refused, setRefused] = useState<readonly string[] | null>(null)
  const [removing, setRemoving] = useState<TakenAway | null>(null)
  const [busy, setBusy] = useState<BulkAct | 'import' | null>(null)
  const [aside, setAside] = useState(false)
  const [windowProblem, setWindowProblem] = useState<Problem | null>(null)

  const { problem, refresh, move } = useArchiveView(screen)
  const acts = useArchiveActs({ accountId: account.id, say: setSaid, showRefused: setRefused })
  const rowsBetween = useRowsBetween()
  const onPick = usePick(rowsBetween)
  const leadMs = (useAsk('settings.get', undefined).data?.leaseLeadS ?? 0) * 1_000

  const during = async (what: BulkAct | 'import', work: Promise<void>) => {
    setBusy(what)
    await work.finally(() => setBusy(null))
  }
  const act = (what: BulkAct) => void during(what, acts.bulk(what, archiveNow().selection.chosen.values()))
  const importFolder = () => void during('import', acts.importFolder())
  const play = (item: ArchiveItem) => {
    if (canPlay(item)) onPlay(item)
    else setSaid(plain('Only what is archived can be played from here.'))
  }
  const remove = () => {
    const chosen = [...archiveNow().selection.chosen.values()]
    const count = (what: keyof TakenAway) => idsFor(what, chosen).length
    const counts = { cancel: count('cancel'), forget: count('forget'), remove: count('remove') }
    if (counts.cancel + counts.forget + counts.remove > 0) setRemoving(counts)
  }
  const drag = useDropZone({
    types: FILES,
    effect: 'link',
    onDrop: () =>
      setSaid(
        plain('A dropped folder cannot be read from here. Choose it in the dialog.', {
          label: 'Import a folder',
          run: importFolder,
        }),
      ),
  })
  useArchiveKeys({
    grid,
    enabled: !aside,
    rowsBetween,
    play,
    act,
    remove,
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
          title="No recording matches"
          text={`None of ${formatCount(archiveNow().totals?.items ?? 0)} recordings in the archive fits the filter.`}
          action={{
            label: 'Clear filter',
            onClick: () => setQuery({ ...wanted, text: '', chips: DEFAULT_QUERY.chips }),
          }}
        />
      )
    if (view.total === 0)
      return (
        <EmptyView
          icon={<IconArchive {...icon} />}
          title="Nothing is archived yet"
          text="Recordings that you save stand here as MP4 files on this computer, while they are fetched and after. They stay when their links die."
          action={{ label: 'Choose sessions to save', onClick: onSessions }}
        />
      )
    return (
      <ArchiveGrid
        view={view}
        leadMs={leadMs}
        screen={screen}
        move={move}
        handle={grid}
        onPick={(pick) => {
          grid.current?.focus()
          void onPick(pick)
        }}
        onOpen={play}
        onMenu={({ item, index }, at) => {
          if (!archiveNow().selection.chosen.has(item.id)) select(only(item, index))
          setMenu({ item, ...at })
        }}
        onCopyHash={acts.copyHash}
        onWindowProblem={onWindowProblem}
      />
    )
  }

  return (
    <section className={frame.place} aria-label="Archive" {...drag.handlers}>
      <ArchiveToolbar
        filterInput={filterInput}
        toList={() => grid.current?.focus()}
        importing={busy === 'import'}
        onImport={importFolder}
      />
      <HeldStrip
        problem={problem ?? windowProblem}
        held={held}
        onRetry={() => (problem ? void refresh('keep') : retryWindows.current())}
        onFolder={acts.chooseFolder}
      />
      <div className={frame.main}>
        <div className={classes.list}>
          {body()}
          {said ? <SaidBar key={said.text} said={said} onClose={closeSaid} /> : null}
          {drag.over ? <DropHint text="Recordings come in with “Import a folder”" /> : null}
        </div>
        {detailsOpen && view !== null && (view.total > 0 || isFiltered(view.query)) ? (
          <aside
            className={frame.aside}
            aria-label="Details"
            onFocus={() => setAside(true)}
            onBlur={() => setAside(false)}
          >
            <ResizablePanel side="right" id="archive-details" defaultWidth={320} min={260} max={560}>
              <ArchiveDetails acts={acts} play={play} />
            </ResizablePanel>
          </aside>
        ) : null}
      </div>
      <ArchiveFooter busy={busy === 'import' ? null : busy} onAct={act} />
      <ArchiveMenu
        at={menu}
        onClose={() => {
          setMenu(null)
          grid.current?.focus()
        }}
        acts={acts}
        play={play}
        onAct={act}
      />
      {removing ? (
        <RemoveDialog
          counts={removing}
          onClose={() => setRemoving(null)}
          onAct={(what) => {
            setRemoving(null)
            act(what)
          }}
        />
      ) : null}
      {refused ? <RefusedDialog refused={refused} onClose={() => setRefused(null)} /> : null}
    </section>
  )
}
