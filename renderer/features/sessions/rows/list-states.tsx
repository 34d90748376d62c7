import { IconFilterOff, IconListSearch, IconPlugConnectedX } from '@tabler/icons-react'
import type { Account } from '../../../../electron/contract/models/account-models.ts'
import type { SessionListQuery, SyncState } from '../../../../electron/contract/models/session-models.ts'
import { EmptyView } from '../../../ui/feedback/empty-view.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { formatCount } from '../../../ui/text/format-text.ts'
import { signedOut } from '../sync/strip-text.ts'
import { syncText } from '../sync/sync-control.tsx'

const icon = { size: 24, stroke: 1.5 } as const

type NothingListedProps = {
  account: Account
  sync: SyncState | null
  onAdd: () => void
  onSync: () => void
  onSignIn: (() => void) | undefined
}

/** The account has no session yet: why, and the one thing that fills the place. */
export const NothingListed = ({ account, sync, onAdd, onSync, onSignIn }: NothingListedProps) => {
  if (!account.signedIn) return <SignedOut onSignIn={onSignIn} />
  if (sync?.state === 'running')
    return <EmptyView icon={<IconListSearch {...icon} />} title="Loading sessions" text={`${syncText(sync)}.`} />
  if (account.listsSessions === false || sync?.state === 'not-supported')
    return (
      <EmptyView
        icon={<IconListSearch {...icon} />}
        title="This service does not list its sessions"
        text="Paste session ids here, or drop a text, CSV or JSON file. Each id becomes a row in this list."
        action={{ label: 'Add ids', onClick: onAdd }}
      />
    )
  if (sync?.state === 'failed' && sync.problem)
    return <ProblemView problem={sync.problem} action={{ label: 'Retry', onClick: onSync }} />
  return (
    <EmptyView
      icon={<IconListSearch {...icon} />}
      title="No sessions yet"
      text="The sessions of this account appear here. You can also paste or drop session ids."
      action={{ label: 'Refresh', onClick: onSync }}
    />
  )
}

const SignedOut = ({ onSignIn }: { onSignIn: (() => void) | undefined }) => (
  <ProblemView
    problem={signedOut}
    icon={<IconPlugConnectedX {...icon} />}
    action={onSignIn ? { label: 'Sign in', onClick: onSignIn } : undefined}
  />
)

type NoMatchProps = { query: SessionListQuery; all: number; onClear: () => void }

export const NoMatch = ({ query, all, onClear }: NoMatchProps) => {
  return (
    <EmptyView
      icon={<IconFilterOff {...icon} />}
      title="No session matches"
      text={`None of ${formatCount(all)} sessions matches “${query.text.trim()}”.`}
      action={{ label: 'Clear filter', onClick: onClear }}
    />
  )
}
