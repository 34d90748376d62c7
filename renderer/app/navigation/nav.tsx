import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { SavedViews } from '../../features/sessions/views/saved-views.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { generalShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { Tip } from '../../ui/tip.tsx'
import { toggleNav, useNavWidth } from '../layout-store.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import classes from './nav.module.css'
import { useNavigation, viewBefore } from './navigation-store.ts'
import { viewEntries } from './view-entries.ts'
import type { View } from './view-state.ts'

/** No room for labels beside the view. */
const SMALL = '(max-width: 899.9px)'

/** Account on top, then the views; narrow shows icons with their names as tooltips. */
export const Nav = ({ account, view }: { account: Account; view: View }) => {
  const folded = useNavWidth((nav) => nav.narrow)
  const small = useMediaQuery(SMALL, false, { getInitialValueInEffect: false })
  const narrow = folded || small
  const go = useNavigation((navigation) => navigation.go)
  const before = useNavigation(viewBefore)
  // A recording belongs to the list that it was opened from.
  const current = view.name !== 'player' ? view.name : before === 'archive' ? 'archive' : 'sessions'
  const fold = narrow ? 'Expand navigation' : 'Collapse navigation'
  return (
    <nav className={classes.nav} data-narrow={narrow || undefined} aria-label="Navigation">
      <div className={classes.top}>
        <AccountSwitcher account={account} narrow={narrow} />
      </div>
      <ul className={classes.list}>
        {viewEntries.map(({ name, label, icon: Icon, commands: [open] }) => {
          const button = (
            <button
              type="button"
              className={classes.item}
              aria-label={label}
              aria-current={name === current ? 'page' : undefined}
              onClick={() => go(open.view)}
            >
              <Icon size={16} stroke={1.5} />
              {narrow ? null : <span>{label}</span>}
            </button>
          )
          return (
            <li key={name}>
              {narrow || open.shortcut ? (
                <Tip label={label} shortcuts={open.shortcut && [open.shortcut]} position="right">
                  {button}
                </Tip>
              ) : (
                button
              )}
              {name === 'sessions' && !narrow ? (
                <SavedViews accountId={account.id} current={name === current} onShow={() => go(open.view)} />
              ) : null}
            </li>
          )
        })}
      </ul>
      <div className={classes.foot} hidden={small}>
        <IconButton
          label={fold}
          shortcut={generalShortcuts.navigation}
          icon={
            narrow ? (
              <IconLayoutSidebarLeftExpand size={16} stroke={1.5} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={16} stroke={1.5} />
            )
          }
          onClick={toggleNav}
        />
      </div>
    </nav>
  )
}
