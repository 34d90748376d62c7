import { Menu } from '@mantine/core'
import { IconCheck, IconLayoutGrid } from '@tabler/icons-react'
import classes from '../../../ui/toolbar/toolbar.module.css'
import { patchList, useList } from '../session-store.ts'
import { GROUPINGS, groupings } from './group-text.ts'

/** What the list is grouped by. */
export const GroupMenu = ({ accountId }: { accountId: string }) => {
  const groupBy = useList(accountId, (s) => s.groupBy)
  const tick = <IconCheck size={14} stroke={1.5} aria-label="selected" />
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.chip} aria-label="Group" title="Group (G: by error)">
          <IconLayoutGrid size={14} stroke={1.5} aria-hidden="true" />
          {groupBy ? groupings[groupBy] : null}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => patchList(accountId, { groupBy: null })}
          rightSection={groupBy === null ? tick : null}
        >
          No groups
        </Menu.Item>
        {GROUPINGS.map(({ id, label }) => (
          <Menu.Item
            key={id}
            onClick={() => patchList(accountId, { groupBy: id })}
            rightSection={groupBy === id ? tick : null}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
