import { useMediaQuery } from '@mantine/hooks'
import {
  IconActivity,
  IconArchive,
  IconCode,
  IconCookie,
  IconDatabase,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListDetails,
  IconSettings,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useLayout } from '../layout-store.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import classes from './nav.module.css'
import { useNavigation, type View, viewBefore } from './navigation-store.ts'

type NavItem = { label: string; icon: ReactNode; keys?: string; view: View; holds: readonly View['place'][] }

const navItems: readonly NavItem[] = [
  {
    label: 'Sessions',
    icon: <IconListDetails size={16} stroke={1.5} />,
    view: { place: 'sessions' },
    holds: ['sessions', 'player'],
  },
  {
    label: 'Archive',
    icon: <IconArchive size={16} stroke={1.5} />,
    view: { place: 'archive' },
    holds: ['archive'],
  },
  {
    label: 'Profiles',
    icon: <IconCookie size={16} stroke={1.5} />,
    view: { place: 'profiles', profileId: null },
    holds: ['profiles'],
  },
  {
    label: 'Functions',
    icon: <IconCode size={16} stroke={1.5} />,
    view: { place: 'functions', target: null },
    holds: ['functions'],
  },
  {
    label: 'Cache policy',
    icon: <IconDatabase size={16} stroke={1.5} />,
    view: { place: 'cache-policy' },
    holds: ['cache-policy'],
  },
  {
    label: 'Activity',
    icon: <IconActivity size={16} stroke={1.5} />,
    view: { place: 'activity', section: 'requests' },
    holds: ['activity'],
  },
  {
    label: 'Settings',
    icon: <IconSettings size={16} stroke={1.5} />,
    keys: 'Mod+,',
    view: { place: 'settings', section: 'general' },
    holds: ['settings'],
  },
]

/** No room for words beside the view. */
const SMALL = '(max-width: 899.9px)'

/** Account on top, then the places; narrow shows icons with their names as tooltips. */
export const Nav = ({ account, view }: { account: Account; view: View }) => {
  const folded = useLayout((layout) => layout.navNarrow)
  const small = useMediaQuery(SMALL, false, { getInitialValueInEffect: false })
  const narrow = folded || small
  const toggle = useLayout((layout) => layout.toggleNav)
  const go = useNavigation((navigation) => navigation.go)
  const before = useNavigation(viewBefore)
  // A recording played from the archive belongs there.
  const at = view.place === 'player' && before === 'archive' ? 'archive' : view.place
  const fold = narrow ? 'Widen the navigation' : 'Narrow the navigation'
  return (
    <nav className={classes.nav} data-narrow={narrow || undefined} aria-label="Places">
      <div className={classes.top}>
        <AccountSwitcher account={account} narrow={narrow} />
      </div>
      <ul className={classes.list}>
        {navItems.map((place) => {
          const button = (
            <button
              type="button"
              className={classes.item}
              aria-label={place.label}
              aria-current={place.holds.includes(at) ? 'page' : undefined}
              onClick={() => go(place.view)}
            >
              {place.icon}
              {narrow ? null : <span>{place.label}</span>}
            </button>
          )
          return (
            <li key={place.label}>
              {narrow || place.keys ? (
                <Tip label={place.label} keys={place.keys} position="right">
                  {button}
                </Tip>
              ) : (
                button
              )}
            </li>
          )
        })}
      </ul>
      <div className={classes.foot} hidden={small}>
        <IconButton
          label={fold}
          keys="Mod+B"
          icon={
            narrow ? (
              <IconLayoutSidebarLeftExpand size={16} stroke={1.5} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={16} stroke={1.5} />
            )
          }
          onClick={toggle}
        />
      </div>
    </nav>
  )
}
