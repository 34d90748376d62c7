import { IconSearch } from '@tabler/icons-react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { KeyCaps } from '../../ui/keys/key-caps.tsx'
import { generalShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { useNavigation, viewBefore } from '../navigation/navigation-store.ts'
import { type View, viewLabel } from '../navigation/view-state.ts'
import { openPalette } from '../palette/palette-store.ts'
import { HealthDot } from './health.tsx'
import { LimitGauge } from './limit-gauge.tsx'
import classes from './top-bar.module.css'

/** The player has a title line of its own; here is the way back to the list. */
const Title = ({ view }: { view: View }) => {
  const back = useNavigation((navigation) => navigation.back)
  const before = useNavigation(viewBefore)
  if (view.name !== 'player') return <h1 className={classes.title}>{viewLabel(view.name)}</h1>
  return (
    <>
      <button type="button" className={classes.crumb} onClick={back}>
        {viewLabel(before)}
      </button>
      <span className={classes.slash} aria-hidden="true">
        /
      </span>
      <span className={classes.title}>Replay</span>
    </>
  )
}

/** Title of the view, search, request limit, health. */
export const TopBar = ({ account, view }: { account: Account; view: View }) => (
  <header className={classes.bar}>
    <div className={classes.left}>
      <Title view={view} />
    </div>
    <button type="button" className={classes.search} onClick={openPalette} aria-label="Search and commands">
      <IconSearch size={14} stroke={1.5} />
      <span className={classes.searchWord}>Search or run a command</span>
      <KeyCaps shortcut={generalShortcuts.palette} />
    </button>
    <div className={classes.right}>
      <LimitGauge />
      <HealthDot account={account} />
    </div>
  </header>
)
