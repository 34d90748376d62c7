import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { Dotted } from '../../ui/dotted.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import frame from '../../ui/list/list.module.css'
import { type Fact, FactsView } from '../../ui/panel/facts-view.tsx'
import { exactBytes, formatBytes, formatCount, formatDateTime, formatDuration } from '../../ui/text/format-text.ts'
import { ShortId } from '../../ui/text/short-id.tsx'
import classes from './archive.module.css'
import { canAcceptPartial, canDownloadAgain, canPlay } from './archive-actions.ts'
import { leftText, percentText, rateText, shareOf } from './archive-progress.ts'
import { detailOf } from './archive-selection.ts'
import { stateLabel } from './archive-state-text.ts'
import { useArchive } from './archive-store.ts'
import type { ArchiveActions } from './use-archive-actions.ts'

/** What is known about an item, in reading order; what is not known is left out. */
const factsOf = (item: ArchiveItem): Fact[] => {
  const size = item.totalBytes ?? (item.bytes > 0 ? item.bytes : null)
  const source = { mp4: 'The service’s MP4', hls: 'Playlist, saved as MP4' } as const
  const facts: (Fact | null)[] = [
    item.fileName ? { label: 'File', value: item.fileName } : null,
    size === null ? null : { label: 'Size', value: `${formatBytes(size)} (${exactBytes(size)})` },
    item.durationMs === null ? null : { label: 'Length', value: formatDuration(item.durationMs) },
    item.sha256 ? { label: 'SHA-256', value: item.sha256, mono: true } : null,
    item.source ? { label: 'From', value: source[item.source] } : null,
    { label: 'Account', value: item.accountLabel },
    { label: 'Added', value: formatDateTime(item.addedAt) },
    item.finishedAt === null ? null : { label: 'Finished', value: formatDateTime(item.finishedAt) },
    item.linksExpireAt === null || item.finishedAt !== null
      ? null
      : { label: 'Links expire', value: formatDateTime(item.linksExpireAt) },
  ]
  return facts.filter((fact) => fact !== null)
}

type DetailsProps = { actions: ArchiveActions; play: (item: ArchiveItem) => void }

/** `38% · 14.2 MB/s · 1 min left`, as far as it is known. */
const runText = (item: ArchiveItem): string => {
  const share = shareOf(item)
  const left = leftText(item.leftMs)
  return [share === null ? '' : percentText(share), rateText(item.rate), left && `${left} left`]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Finished files that someone moved or changed: where did it go, and what now. */
const Lost = ({ item, actions }: { item: ArchiveItem; actions: ArchiveActions }) => {
  const missing = item.state === 'missing'
  const name = item.fileName ?? 'The file'
  return (
    <>
      <ProblemView
        compact
        problem={
          item.problem ?? {
            code: 'storage',
            message: missing
              ? `${name} is no longer in the archive folder.`
              : `${name} was changed outside Replay Desk.`,
            next: missing
              ? 'Put it back and verify it, or download it again.'
              : 'Its SHA-256 no longer matches. It can still be played.',
          }
        }
        action={{ label: 'Verify', onClick: () => void actions.bulk('recheck', [item]) }}
      />
      <Button variant="default" onClick={() => actions.downloadAgain(item)}>
        Download again
      </Button>
    </>
  )
}

const Trouble = ({ item, actions }: { item: ArchiveItem; actions: ArchiveActions }) => {
  if (canDownloadAgain(item)) return <Lost item={item} actions={actions} />
  if (!item.problem) return null
  // A recording in the making is nothing to worry about.
  if (item.state === 'waiting') return <p className={classes.calm}>{item.problem.message}</p>
  if (item.state === 'no-recording')
    return (
      <>
        <p className={classes.calm}>{item.problem.message}</p>
        <Button variant="default" onClick={() => actions.downloadAgain(item)}>
          Refresh
        </Button>
      </>
    )
  const retry = { label: 'Retry', onClick: () => void actions.bulk('retry', [item]) }
  const again = item.state === 'failed' || item.state === 'interrupted' ? retry : undefined
  return (
    <>
      <ProblemView compact problem={item.problem} action={again} />
      {canAcceptPartial(item) ? (
        <Button variant="default" onClick={() => actions.acceptPartial(item)}>
          Keep with missing parts
        </Button>
      ) : null}
    </>
  )
}

const Details = ({ item, actions, play }: DetailsProps & { item: ArchiveItem }) => {
  const run = runText(item)
  return (
    <div className={frame.details}>
      <div>
        <h2 className={classes.detailsTitle}>{item.title ?? 'Session'}</h2>
        <div className={classes.under}>
          <ShortId id={item.sessionId} copy />
        </div>
      </div>
      <div className={classes.stateLine}>
        <Dotted label={stateLabel(item)} />
        {run ? <span className={classes.run}>{run}</span> : null}
      </div>
      <Trouble item={item} actions={actions} />
      {canPlay(item) ? (
        <div className={classes.fileActs}>
          <Button onClick={() => play(item)}>Play</Button>
          <Button variant="default" onClick={() => actions.openFile(item)}>
            Open
          </Button>
          <Button variant="default" onClick={() => actions.reveal(item)}>
            Show in folder
          </Button>
        </div>
      ) : null}
      {item.state === 'done' && item.otherFolder !== null ? (
        <>
          <p className={classes.calm}>{`This file is in another folder: ${item.otherFolder}`}</p>
          <Button variant="default" onClick={() => actions.move(item)}>
            Move to archive folder
          </Button>
        </>
      ) : null}
      {item.warnings.length > 0 ? (
        <section aria-label="Warnings">
          <h3 className={frame.section}>
            {item.warnings.length === 1 ? '1 warning' : `${formatCount(item.warnings.length)} warnings`}
          </h3>
          <ul className={classes.warningList}>
            {item.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <FactsView facts={factsOf(item)} />
    </div>
  )
}

/** The panel beside the table for the one selected item. */
export const ArchiveDetails = ({ actions, play }: DetailsProps): ReactNode => {
  const item = useArchive((s) => detailOf(s.selection))
  const count = useArchive((s) => s.selection.selected.size)
  if (item) return <Details key={item.id} item={item} actions={actions} play={play} />
  return (
    <p className={frame.hint}>
      {count > 1
        ? `${formatCount(count)} recordings selected. Actions are below the table.`
        : 'Select a recording to see its file, hash and warnings.'}
    </p>
  )
}
