import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './kit.module.css'

type PointMenuProps = { x: number; y: number; width?: number; onClose: () => void; children: ReactNode }

/** An open menu where the pointer was, or where a row stands; px of the window. */
export const PointMenu = ({ x, y, width = 200, onClose, children }: PointMenuProps) => (
  <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-start" offset={2} width={width} returnFocus>
    <Menu.Target>
      <span className={classes.menuAt} style={{ left: x, top: y }} />
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
