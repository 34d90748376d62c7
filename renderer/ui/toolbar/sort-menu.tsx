import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import classes from './toolbar.module.css'

type SortMenuProps<Sort extends string> = {
  sorts: readonly Sort[]
  labels: Record<Sort, string>
  query: { sort: Sort; direction: 'asc' | 'desc' }
  onSort: (sort: Sort) => void
}

/** The order of a list, also by columns that a narrow window does not show. A second choice turns it round. */
export const SortMenu = <Sort extends string>({ sorts, labels, query, onSort }: SortMenuProps<Sort>) => {
  const Arrow = query.direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.chip} title="Sort order">
          <IconArrowsSort size={14} stroke={1.5} aria-hidden="true" />
          {labels[query.sort]}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {sorts.map((sort) => (
          <Menu.Item
            key={sort}
            closeMenuOnClick={sort !== query.sort}
            rightSection={sort === query.sort ? <Arrow size={14} stroke={1.5} aria-label={query.direction} /> : null}
            onClick={() => onSort(sort)}
          >
            {labels[sort]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
