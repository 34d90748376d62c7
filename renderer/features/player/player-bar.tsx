import { IconArchive, IconArrowLeft, IconChevronDown, IconChevronUp, IconLayoutSidebarRight } from '@tabler/icons-react'
import { isTitleDerived, titleOf } from '../../../electron/contract/constants/session-constants.ts'
import type { Lease } from '../../../electron/contract/models/replay-models.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { Dotted } from '../../ui/dotted.tsx'
import { DERIVED_HINT } from '../../ui/list/title-cell.tsx'
import { formatDateTime, formatPast } from '../../ui/text/format-text.ts'
import { ShortId } from '../../ui/text/short-id.tsx'
import { verdictLabel } from '../../ui/text/verdict-text.ts'
import { useNow } from '../../ui/use-now.ts'
import { CommandButton } from './command-button.tsx'
import classes from './player.module.css'
import { usePlayer, usePlayerState } from './player-context.ts'
import { ArchivedBadge, LeaseChip } from './status/lease-chip.tsx'
import { archivedCopy } from './status/lease-text.ts'

const icon = { size: 16, stroke: 1.5 } as const

type PlayerBarProps = {
  sessionId: string
  session: SessionRow | null
  lease: Lease | null
  near: { previous: string | null; next: string | null }
  hasInspector: boolean
  /** Where the way back leads: `Back to sessions`. */
  backLabel: string
}

/** Which run this is, how long its links live, and the ways out of it. */
export const PlayerBar = ({ sessionId, session, lease, near, hasInspector, backLabel }: PlayerBarProps) => {
  const { commands, playable } = usePlayer()
  const copy = archivedCopy(session?.recording ?? null, lease, playable)
  const inspector = usePlayerState((s) => s.inspector)
  const now = useNow(30_000)
  return (
    <header className={classes.bar}>
      <CommandButton command={commands.leave} label={backLabel} icon={<IconArrowLeft {...icon} />} />
      <h1
        className={classes.title}
        dir="auto"
        {...(session && isTitleDerived(session) ? { 'data-derived': true, title: DERIVED_HINT } : {})}
      >
        {(session && titleOf(session)) ?? 'Session'}
      </h1>
      <ShortId id={sessionId} copy />
      {session?.createdAt == null ? null : (
        <span className={classes.started} title={formatDateTime(session.createdAt)}>
          {formatPast(session.createdAt, now)}
        </span>
      )}
      {session?.verdict == null ? null : (
        <span className={classes.verdict}>
          <Dotted label={verdictLabel(session.verdict)} />
        </span>
      )}
      <span className={classes.grow} />
      {copy.badge ? <ArchivedBadge title={copy.badge} /> : <LeaseChip lease={lease} archived={copy.archived} />}
      <CommandButton
        command={commands.save}
        icon={<IconArchive {...icon} />}
        label={copy.archived ? 'Archived' : commands.save.label}
        disabled={copy.archived}
      />
      <CommandButton command={commands.runBack} icon={<IconChevronUp {...icon} />} disabled={near.previous === null} />
      <CommandButton command={commands.runAhead} icon={<IconChevronDown {...icon} />} disabled={near.next === null} />
      {hasInspector ? (
        <CommandButton command={commands.inspector} active={inspector} icon={<IconLayoutSidebarRight {...icon} />} />
      ) : null}
    </header>
  )
}
