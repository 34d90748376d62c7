import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import type { Account } from '../../electron/contract/account-models.ts'
import { useAsk } from '../bridge.ts'
import { shortenId } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { KeyCaps } from '../ui/key-caps.tsx'
import { HealthDot } from './health.tsx'
import { LimitGauge } from './limit-gauge.tsx'
import { useNavigation, type View } from './navigation.ts'
import { openPalette } from './palette-store.ts'
import classes from './top-bar.module.css'

const SessionTitle = ({ sessionId }: { sessionId: string }) => {
  const session = useAsk('sessions.get', { sessionId })
  return <span title={sessionId}>{session.data?.title ?? shortenId(sessionId)}</span>
}

const Title = ({ view }: { view: View }) => {
  const back = useNavigation((navigation) => navigation.back)
  if (view.place !== 'player')
    return <h1 className={classes.title}>{view.place === 'sessions' ? 'Sessions' : 'Settings'}</h1>
  return (
    <>
      <IconButton
        label="Back to where you were"
        keys="Alt+ArrowLeft"
        icon={<IconArrowLeft size={16} stroke={1.5} />}
        onClick={back}
      />
      <button type="button" className={classes.crumb} onClick={back}>
        Sessions
      </button>
      <span className={classes.slash} aria-hidden="true">
        /
      </span>
      <h1 className={classes.title}>
        <SessionTitle sessionId={view.sessionId} />
      </h1>
    </>
  )
}

/** Title of the place, search, request limit, health. */
export const TopBar = ({ account, view }: { account: Account; view: View }) => (
  <header className={classes.bar}>
    <div className={classes.left}>
      <Title view={view} />
    </div>
    <button type="button" className={classes.search} onClick={openPalette} aria-label="Search and commands">
      <IconSearch size={14} stroke={1.5} />
      <span className={classes.searchWord}>Search or run a command</span>
      <KeyCaps keys="Mod+K" />
    </button>
    <div className={classes.right}>
      <LimitGauge />
      <HealthDot account={account} />
    </div>
  </header>
)
