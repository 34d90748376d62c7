import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { ActItems } from './action-menu.tsx'
import classes from './player.module.css'

export const MoreMenu = () => (
  <Menu position="top-end" width={260}>
    <Menu.Target>
      <ActionIcon aria-label="More" title="More" className={classes.more} size={28}>
        <IconDots size={16} stroke={1.5} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <ActItems />
    </Menu.Dropdown>
  </Menu>
)
