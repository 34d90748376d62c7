import { IconAlertTriangle, IconClockHour4, IconLock, IconLockOpen } from '@tabler/icons-react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { tokenStorageText } from '../../features/accounts/token-storage.ts'
import { chipTokens } from '../../features/sessions/query/query-chips.ts'
import { DEFAULT_LIST_QUERY } from '../../features/sessions/session-query.ts'
import { setQuery } from '../../features/sessions/session-store.ts'
import type { ShownByBanner } from '../../ui/feedback/outage-context.ts'
import { formatCount } from '../../ui/text/format-text.ts'
import { Tip } from '../../ui/tip.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useNavigation } from '../navigation/navigation-store.ts'
import { PLAIN_QUERY } from '../navigation/view-state.ts'
import { AnalysisState } from './analysis-state.tsx'
import classes from './status-bar.module.css'
import { syncText, TOTALS_ONLY, transferText } from './status-text.ts'

const Sync = ({ shownByBanner }: { shownByBanner: ShownByBanner }) => {
  const sync = useAsk('sessions.syncState', undefined)
  const now = useNow(10_000)
  const text = sync.data ? syncText(sync.data, now, shownByBanner) : null
  if (!text || !sync.data) return <span />
  const running = sync.data.state === 'running'
  const shownAbove = sync.data.problem !== null && shownByBanner(sync.data.problem) !== null
  const again = (sync.data.state === 'failed' && !shownAbove) || sync.data.state === 'cancelled'
  return (
    <div className={classes.sync}>
      {running ? <progress className={classes.progress} aria-label="Refreshing sessions" /> : null}
      <span className={classes.text} title={text}>
        {text}
      </span>
      {running ? (
        <button type="button" className={classes.act} onClick={() => void invoke('sessions.cancelSync', undefined)}>
          Stop
        </button>
      ) : null}
      {again ? (
        <button type="button" className={classes.act} onClick={() => void invoke('sessions.sync', undefined)}>
          Retry
        </button>
      ) : null}
    </div>
  )
}

/** What the archive does now; one click away from it. */
const Transfers = () => {
  const go = useNavigation((navigation) => navigation.go)
  const totals = useAsk('archive.query', TOTALS_ONLY).data?.totals
  const text = totals && transferText(totals)
  if (!text) return null
  return (
    <button
      type="button"
      className={text.warn ? classes.warn : classes.key}
      title={text.title}
      onClick={() => go({ name: 'archive' })}
    >
      {text.warn ? <IconAlertTriangle size={14} stroke={1.5} aria-hidden="true" /> : null}
      <span className={classes.text}>{text.text}</span>
    </button>
  )
}

/** Only where links are known: no figure is better than a guess. */
const Expiring = ({ accountId }: { accountId: string }) => {
  const go = useNavigation((navigation) => navigation.go)
  const soon = useAsk(
    'sessions.query',
    { ...PLAIN_QUERY, text: chipTokens['expires-soon'], offset: 0, limit: 1 },
    { refetchInterval: 60_000 },
  )
  const count = soon.data?.total ?? 0
  if (count === 0) return null
  return (
    <button
      type="button"
      className={classes.key}
      title="Show sessions with expiring links"
      onClick={() => {
        setQuery(accountId, { ...DEFAULT_LIST_QUERY, text: chipTokens['expires-soon'] })
        go({ name: 'sessions' })
      }}
    >
      <IconClockHour4 size={14} stroke={1.5} aria-hidden="true" />
      <span className={classes.text}>
        {count === 1 ? '1 session with expiring links' : `${formatCount(count)} sessions with expiring links`}
      </span>
    </button>
  )
}

const KeyStorage = ({ account }: { account: Account }) => {
  const go = useNavigation((navigation) => navigation.go)
  const out = !account.signedIn && account.method !== 'sample'
  const { short, long, kept } = out
    ? { short: 'Signed out', long: 'No valid key', kept: false }
    : tokenStorageText(account.tokenPlace)
  const Icon = kept ? IconLock : IconLockOpen
  const next = !out && account.tokenPlace.kind === 'memory' ? ` ${account.tokenPlace.next}` : ''
  return (
    <Tip label={`${long}.${next}`} position="top">
      <button
        type="button"
        className={kept ? classes.key : classes.warn}
        aria-label={`${short}. Manage accounts`}
        onClick={() => go({ name: 'settings', section: 'accounts' })}
      >
        <Icon size={14} stroke={1.5} aria-hidden="true" />
        <span className={classes.text}>{short}</span>
      </button>
    </Tip>
  )
}

export const StatusBar = ({ account, shownByBanner }: { account: Account; shownByBanner: ShownByBanner }) => (
  <footer className={classes.bar}>
    <Sync shownByBanner={shownByBanner} />
    <div className={classes.right}>
      <AnalysisState />
      <Transfers />
      <Expiring accountId={account.id} />
      <KeyStorage account={account} />
    </div>
  </footer>
)
