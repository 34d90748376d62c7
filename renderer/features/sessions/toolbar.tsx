import { Button, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconLayoutSidebarRight, IconPlus } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { sessionChips, sessionSorts } from '../../../electron/contract/session-words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tip } from '../../ui/tip.tsx'
import { FilterField } from './filter-field.tsx'
import { chipLabels, sortBy, sortLabels, toggleChip } from './list-query.ts'
import { patchList, setQuery, useList } from './list-store.ts'
import classes from './toolbar.module.css'

const SortMenu = ({ accountId }: { accountId: string }) => {
  const query = useList(accountId, (s) => s.query)
  const Arrow = query.direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.chip} title="Order of the list">
          <IconArrowsSort size={14} stroke={1.5} aria-hidden="true" />
          {sortLabels[query.sort]}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {sessionSorts.map((sort) => (
          <Menu.Item
            key={sort}
            closeMenuOnClick={sort !== query.sort}
            rightSection={sort === query.sort ? <Arrow size={14} stroke={1.5} aria-label={query.direction} /> : null}
            onClick={() => setQuery(accountId, sortBy(query, sort))}
          >
            {sortLabels[sort]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type ToolbarProps = {
  accountId: string
  filterInput: RefObject<HTMLInputElement | null>
  toList: () => void
  onAdd: () => void
  sync: ReactNode
  hasInspector: boolean
}

/** Filter, chips, order, refresh, add. */
export const Toolbar = ({ accountId, filterInput, toList, onAdd, sync, hasInspector }: ToolbarProps) => {
  const query = useList(accountId, (s) => s.query)
  const inspectorOpen = useList(accountId, (s) => s.inspectorOpen)
  return (
    <div className={classes.frame}>
      <div className={classes.toolbar} role="toolbar" aria-label="Sessions">
        <FilterField accountId={accountId} input={filterInput} toList={toList} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every engine */}
        <div className={classes.chips} role="group" aria-label="Show only">
          {sessionChips.map((chip) => (
            <button
              key={chip}
              type="button"
              className={classes.chip}
              aria-pressed={query.chips.includes(chip)}
              onClick={() => setQuery(accountId, toggleChip(query, chip))}
            >
              {chipLabels[chip]}
            </button>
          ))}
        </div>
        <div className={classes.end}>
          {sync}
          <SortMenu accountId={accountId} />
          <Tip label="Paste or drop ids anywhere in the list as well">
            <Button variant="default" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={onAdd}>
              Add ids
            </Button>
          </Tip>
          {hasInspector ? (
            <IconButton
              label="Inspector"
              keys="D"
              active={inspectorOpen}
              icon={<IconLayoutSidebarRight size={16} stroke={1.5} />}
              onClick={() => patchList(accountId, { inspectorOpen: !inspectorOpen })}
            />
          ) : null}
        </div>
      </div>
    </div>
  )
}
