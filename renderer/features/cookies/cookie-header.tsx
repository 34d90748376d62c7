import { Button, Menu } from '@mantine/core'
import { IconAlertTriangle, IconEye, IconEyeOff, IconFileExport, IconRefresh } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import type { CookieRead } from '../../../electron/contract/models/cookie-models.ts'
import { cookieShortcuts } from '../../ui/keys/shortcuts/profile-shortcuts.ts'
import { formatDateTime, formatPast, formatSpan } from '../../ui/text/format-text.ts'
import { ShortId } from '../../ui/text/short-id.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './cookies.module.css'
import { readCounts, unreadableText } from './read-counts.ts'
import { useRevealed } from './reveal/reveal-store.ts'

const icon = { size: 14, stroke: 1.5 } as const

/** Records of the answer that are no cookies, with the reasons folded away (C17). */
const Unreadable = ({ read }: { read: CookieRead }) => (
  <Menu position="bottom-start" width={360}>
    <Menu.Target>
      <button type="button" className={classes.skipped}>
        <IconAlertTriangle {...icon} aria-hidden="true" />
        {unreadableText(read.skipped)}
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <ul className={classes.reasons}>
        {read.skippedReasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Menu.Dropdown>
  </Menu>
)

const RevealAll = ({ disabled, onClick }: { disabled: boolean; onClick: () => void }) => {
  const until = useRevealed((state) => state.allUntil)
  const now = useNow(1_000)
  return (
    <Tip
      label={until === null ? 'Reveal all values for one minute' : 'Hide all values'}
      shortcuts={[until === null ? cookieShortcuts.revealAll : cookieShortcuts.clear]}
    >
      <Button
        variant="default"
        leftSection={until === null ? <IconEye {...icon} /> : <IconEyeOff {...icon} />}
        disabled={disabled}
        onClick={onClick}
      >
        {until === null ? 'Reveal all' : `Hide all · ${formatSpan(Math.max(0, until - now))}`}
      </Button>
    </Tip>
  )
}

type CookieHeaderProps = {
  name: string
  profileId: string
  read: CookieRead | null
  reading: boolean
  onReadAgain: () => void
  onRevealAll: () => void
  onExport: () => void
}

/** Whose cookies these are, when they were read, what they come to, and what can be done with all of them. */
export const CookieHeader = memo((props: CookieHeaderProps) => {
  const { name, profileId, read, reading, onReadAgain, onRevealAll, onExport } = props
  const now = useNow(15_000)
  const counts = useMemo(() => (read ? readCounts(read) : ''), [read])
  const snapshot = read?.snapshotId != null
  return (
    <header className={classes.header}>
      <h2 className={classes.name} title={name}>
        {name}
      </h2>
      <span className={classes.headerId}>
        <ShortId id={profileId} copy />
      </span>
      <span className={classes.facts} role="status" title={read ? formatDateTime(read.at) : undefined}>
        {read ? `${snapshot ? 'Snapshot from' : 'Updated'} ${formatPast(read.at, now)} · ${counts}` : null}
      </span>
      {read && read.skipped > 0 ? <Unreadable read={read} /> : null}
      <div className={classes.acts}>
        <Tip label="Refresh the cookies" shortcuts={[cookieShortcuts.refresh]}>
          <Button variant="default" leftSection={<IconRefresh {...icon} />} loading={reading} onClick={onReadAgain}>
            {read ? 'Refresh' : 'Load cookies'}
          </Button>
        </Tip>
        <RevealAll disabled={!read?.hasValues || read.rows.length === 0} onClick={onRevealAll} />
        <Tip label="Save or copy the cookies" shortcuts={[cookieShortcuts.export]}>
          <Button
            variant="default"
            leftSection={<IconFileExport {...icon} />}
            disabled={!read || read.rows.length === 0}
            onClick={onExport}
          >
            Export…
          </Button>
        </Tip>
      </div>
    </header>
  )
})
