import { Menu } from '@mantine/core'
import { IconColumns, IconLayoutSidebarRight, IconStack2 } from '@tabler/icons-react'
import { memo, type RefObject, useCallback } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { cookieShortcuts } from '../../../ui/keys/shortcuts/profile-shortcuts.ts'
import { ChipGroup } from '../../../ui/toolbar/chip-group.tsx'
import { FilterField } from '../../../ui/toolbar/filter-field.tsx'
import { SortMenu } from '../../../ui/toolbar/sort-menu.tsx'
import toolbar from '../../../ui/toolbar/toolbar.module.css'
import { patchLayout, toggleAside, useCookieLayout } from '../cookie-layout.ts'
import { setQuery, useView, viewOf } from '../cookie-store.ts'
import classes from '../cookies.module.css'
import { type ColumnId, DEFAULT_HIDDEN, hideable, sortLabels } from './cookie-columns.ts'
import { type CookieChip, cookieChips, cookieSorts, sortBy, toggleChip } from './cookie-query.ts'
import type { Shown } from './use-shown.ts'

const labels: Record<CookieChip, [label: string, hint: string]> = {
  'http-only': ['HttpOnly', 'Scripts cannot read it'],
  secure: ['Secure', 'Sent only over HTTPS'],
  session: ['Session', 'Until the browser closes'],
  persistent: ['Persistent', 'Has an expiry date'],
  partitioned: ['Partitioned', 'Belongs to one top-level site (CHIPS)'],
  first: ['1st party', 'On a site of the profile'],
  third: ['3rd party', 'Not on a site of the profile'],
  refused: ['Refused', 'Browsers do not store or send it'],
  warning: ['Warnings', 'May not behave as expected'],
  expired: ['Expired', 'Expired at the last update'],
  soon: ['Within 24 h', 'Expires within 24 hours of the last update'],
}
const CHIPS = cookieChips.map((id) => ({ id, label: <span title={labels[id][1]}>{labels[id][0]}</span> }))
const icon = { size: 16, stroke: 1.5 } as const

/** Which columns the table shows. */
const ColumnMenu = () => {
  const hidden = useCookieLayout((layout) => layout.hidden)
  const fit = useCookieLayout((layout) => layout.fit)
  /** A column that is added appears, even where the table then scrolls sideways. */
  const toggle = (id: ColumnId) =>
    patchLayout(
      hidden.includes(id) ? { hidden: hidden.filter((one) => one !== id), fit: false } : { hidden: [...hidden, id] },
    )
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={224}>
      <Menu.Target>
        <IconButton label="Columns" icon={<IconColumns {...icon} />} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem checked={fit} onChange={() => patchLayout({ fit: !fit })}>
          Only columns that fit
        </Menu.CheckboxItem>
        <Menu.Divider />
        {hideable.map(({ id, label }) => (
          <Menu.CheckboxItem key={id} checked={!hidden.includes(id)} onChange={() => toggle(id)}>
            {label}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => patchLayout({ hidden: DEFAULT_HIDDEN, fit: true, widths: {} })}>
          Reset columns and widths
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type CookieToolbarProps = {
  viewKey: string
  shown: Shown
  filterInput: RefObject<HTMLInputElement | null>
  toList: () => void
  toFirst: () => void
}

/** Order, columns, panels: what no word of the filter changes. */
const Choices = memo(({ viewKey }: { viewKey: string }) => {
  const sort = useView(viewKey, (view) => view.query.sort)
  const direction = useView(viewKey, (view) => view.query.direction)
  const aside = useCookieLayout((layout) => layout.aside)
  return (
    <div className={toolbar.end}>
      <SortMenu
        sorts={cookieSorts}
        labels={sortLabels}
        query={{ sort, direction }}
        onSort={(by) => setQuery(viewKey, sortBy(viewOf(viewKey).query, by))}
      />
      <ColumnMenu />
      <IconButton
        label="Snapshots"
        shortcut={cookieShortcuts.snapshots}
        active={aside === 'snapshots'}
        icon={<IconStack2 {...icon} />}
        onClick={() => toggleAside('snapshots')}
      />
      <IconButton
        label="Details"
        shortcut={cookieShortcuts.details}
        active={aside === 'details'}
        icon={<IconLayoutSidebarRight {...icon} />}
        onClick={() => toggleAside('details')}
      />
    </div>
  )
})

/** Filter, flags, order, columns, panels. */
export const CookieToolbar = ({ viewKey, shown, filterInput, toList, toFirst }: CookieToolbarProps) => {
  const query = useView(viewKey, (view) => view.query)
  const onText = useCallback((text: string) => setQuery(viewKey, { ...viewOf(viewKey).query, text }), [viewKey])
  return (
    <div className={toolbar.frame}>
      <div className={`${toolbar.toolbar} ${classes.toolbar}`} role="toolbar" aria-label="Cookies">
        <FilterField
          text={query.text}
          count={{ total: shown.shown.length, all: shown.filtered ? shown.rows.length : null }}
          noun="cookies"
          tip="Filter by name, domain or path. Values are not searched"
          input={filterInput}
          onText={onText}
          toList={toList}
          toFirst={toFirst}
        />
        <ChipGroup
          label="Show only"
          chips={CHIPS}
          selected={query.chips}
          onToggle={(chip) => setQuery(viewKey, toggleChip(query, chip))}
        />
        <Choices viewKey={viewKey} />
      </div>
    </div>
  )
}
