import { IconArchive, IconFilterOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { isDiskProblem, type Problem } from '../../../electron/contract/result.ts'
import { useAsk } from '../../bridge.ts'
import { DropHint } from '../../ui/add-ids/drop-hint.tsx'
import { useDropZone } from '../../ui/add-ids/use-drop-zone.ts'
import { EmptyView } from '../../ui/feedback/empty-view.tsx'
import { ProblemStrip } from '../../ui/feedback/problem-strip.tsx'
import { plain } from '../../ui/feedback/toast.ts'
import { SaidBar } from '../../ui/feedback/toast-bar.tsx'
import frame from '../../ui/list/list.module.css'
import { ListAside } from '../../ui/list/list-aside.tsx'
import { ListBody } from '../../ui/list/list-body.tsx'
import { useFirstMatch } from '../../ui/list/use-first-match.ts'
import { useListPlace } from '../../ui/list/use-list-screen.ts'
import { formatCount } from '../../ui/text/format-text.ts'
import { type BulkAct, canPlay, idsFor } from './archive-actions.ts'
import { ArchiveDetails } from './archive-details.tsx'
import { RefusedDialog, RemoveDialog, type TakenAway } from './archive-dialogs.tsx'
import { ArchiveFooter } from './archive-footer.tsx'
import { ArchiveGrid } from './archive-grid.tsx'
import { ArchiveMenu } from './archive-menu.tsx'
import { DEFAULT_QUERY, isFiltered, type ListQuery } from './archive-query.ts'
import { only } from './archive-selection.ts'
import { archiveNow, select, setQuery, useArchive } from './archive-store.ts'
import { ArchiveToolbar } from './archive-toolbar.tsx'
import { useArchiveActs, useRowsBetween } from './use-archive-actions.ts'
import { useArchiveKeys } from './use-archive-keys.ts'
import { useArchiveView, usePick } from './use-archive-list.ts'

type HeldStripProps = {
  /** The table itself cannot be read. */
  problem: Problem | null
  /** The whole queue stands still. */
  held: Problem | null
  onRetry: () => void
  onFolder: () => void
}

/** One line above the table that says what is wrong; the most pressing only. */
export const HeldStrip = ({ problem, held, onRetry, onFolder }: HeldStripProps) => {
  const retry = { label: 'Try again', onClick: onRetry }
  const folder = { label: 'Choose another folder', onClick: onFolder }
  const action = problem ? retry : held && isDiskProblem(held) ? folder : undefined
  return <ProblemStrip problem={problem ?? held} action={action} />
}

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
  const [refused, setRefused] = useState<readonly string[] | null>(null)
  const [removing, setRemoving] = useState<TakenAway | null>(null)
  const [busy, setBusy] = useState<BulkAct | 'import' | null>(null)

  const list = useArchiveView()
  const place = useListPlace<ArchiveItem>(view, list)
  const toFirst = useFirstMatch(view, wanted, (index) => select(only(undefined, index)))
  const acts = useArchiveActs({ accountId: account.id, say: place.say, showRefused: setRefused })
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
    else place.say(plain('Only what is archived can be played from here.'))
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
      place.say(
        plain('A dropped folder cannot be read from here. Choose it in the dialog.', {
          label: 'Import a folder',
          run: importFolder,
        }),
      ),
  })
  useArchiveKeys({
    grid: place.grid,
    enabled: !place.inAside,
    rowsBetween,
    play,
    act,
    remove,
    focusFilter: place.focusFilter,
  })

  const empty = ({ query }: { query: ListQuery }) =>
    isFiltered(query) ? (
      <EmptyView
        icon={<IconFilterOff {...icon} />}
        title="No recording matches"
        text={`None of ${formatCount(archiveNow().totals?.items ?? 0)} recordings in the archive fits the filter.`}
        action={{
          label: 'Clear filter',
          onClick: () => setQuery({ ...wanted, text: '', chips: DEFAULT_QUERY.chips }),
        }}
      />
    ) : (
      <EmptyView
        icon={<IconArchive {...icon} />}
        title="Nothing is archived yet"
        text="Recordings that you save stand here as MP4 files on this computer, while they are fetched and after. They stay when their links die."
        action={{ label: 'Choose sessions to save', onClick: onSessions }}
      />
    )
  return (
    <section className={frame.place} aria-label="Archive" {...drag.handlers}>
      <ArchiveToolbar
        filterInput={place.filterInput}
        toList={place.toList}
        toFirst={toFirst}
        importing={busy === 'import'}
        onImport={importFolder}
      />
      <HeldStrip problem={place.problem} held={held} onRetry={list.retry} onFolder={acts.chooseFolder} />
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
                leadMs={leadMs}
                handle={place.grid}
                onPick={(hit) => {
                  place.toList()
                  void onPick(hit)
                }}
                onOpen={play}
                onMenu={({ row, index }, at) => {
                  if (!archiveNow().selection.chosen.has(row.id)) select(only(row, index))
                  place.openMenu({ row, ...at })
                }}
                onCopyHash={acts.copyHash}
              />
            )}
          />
          <SaidBar said={place.said} onClose={place.closeSaid} />
          {drag.over ? <DropHint text="Recordings come in with “Import a folder”" /> : null}
        </div>
        {detailsOpen && view !== null && (view.total > 0 || isFiltered(view.query)) ? (
          <ListAside label="Details" id="archive-details" max={560} onFocusInside={place.setInAside}>
            <ArchiveDetails acts={acts} play={play} />
          </ListAside>
        ) : null}
      </div>
      <ArchiveFooter busy={busy === 'import' ? null : busy} onAct={act} />
      <ArchiveMenu at={place.menu} onClose={place.closeMenu} acts={acts} play={play} onAct={act} />
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
