import { IconRefresh, IconX } from '@tabler/icons-react'
import type { SyncState } from '../../../../electron/contract/models/session-models.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { formatCount, formatPast } from '../../../ui/text/format-text.ts'
import classes from '../../../ui/toolbar/toolbar.module.css'
import { useNow } from '../../../ui/use-now.ts'

export const syncText = (sync: Pick<SyncState, 'pages' | 'seen' | 'added'>): string =>
  [
    sync.pages > 0 ? `Page ${formatCount(sync.pages)}` : 'Refreshing',
    ...(sync.seen > 0 ? [`${formatCount(sync.seen)} ${sync.seen === 1 ? 'session' : 'sessions'}`] : []),
    ...(sync.added > 0 ? [`${formatCount(sync.added)} new`] : []),
  ].join(' · ')

type SyncControlProps = { sync: SyncState | null; lists: boolean; start: () => void; cancel: () => void }

/** Refresh; while it runs, how far it is and a way to stop it. */
export const SyncControl = ({ sync, lists, start, cancel }: SyncControlProps) => {
  const now = useNow(15_000)
  if (sync?.state === 'running')
    return (
      <span className={classes.sync}>
        <span className={classes.syncText} role="status" title={syncText(sync)}>
          {sync.seen > 0 ? `${formatCount(sync.seen)} loaded` : 'Downloading'}
        </span>
        <IconButton label="Stop refreshing" icon={<IconX size={16} stroke={1.5} />} onClick={cancel} />
      </span>
    )
  const last = sync?.finishedAt ? ` (last ${formatPast(sync.finishedAt, now)})` : ''
  return (
    <IconButton
      label={lists ? `Refresh${last}` : 'This service does not list sessions'}
      icon={<IconRefresh size={16} stroke={1.5} />}
      disabled={!lists}
      onClick={start}
    />
  )
}
