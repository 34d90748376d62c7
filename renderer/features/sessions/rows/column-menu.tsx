import { Menu } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import classes from './column-menu.module.css'
import { hideable, resetColumns, toggleColumn, useColumns } from './session-columns.ts'

/** Which columns the list has: a button at the end of the header; a right-click on the header opens the same menu. */
export const ColumnMenu = () => {
  const [opened, setOpened] = useState(false)
  const hidden = useColumns((layout) => layout.hidden)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = box.current?.parentElement
    const onContextMenu = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.target.closest('[role=columnheader]') === null) return
      event.preventDefault()
      setOpened(true)
    }
    list?.addEventListener('contextmenu', onContextMenu)
    return () => list?.removeEventListener('contextmenu', onContextMenu)
  }, [])
  return (
    <div ref={box} className={classes.button}>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        closeOnItemClick={false}
        withInitialFocusPlaceholder={false}
        width={200}
      >
        <Menu.Target>
          <IconButton label="Columns" size={24} icon={<IconColumns size={14} stroke={1.5} />} />
        </Menu.Target>
        <Menu.Dropdown>
          {hideable.map(({ id, label }, index) => (
            <Menu.CheckboxItem
              key={id}
              checked={!hidden.includes(id)}
              data-autofocus={index === 0 || undefined}
              onChange={() => toggleColumn(id)}
            >
              {label}
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={resetColumns}>Reset columns</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
