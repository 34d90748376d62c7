import { Menu } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import classes from './column-menu.module.css'
import { hideable, resetColumns, toggleColumn, useColumns } from './session-columns.ts'

/** Which columns the list has: a button at the end of the header; a right-click on the header opens the same menu. */
export const ColumnMenu = (props: { opened: boolean; onChange: (opened: boolean) => void }) => {
  const hidden = useColumns((layout) => layout.hidden)
  return (
    <div className={classes.button}>
      <Menu {...props} position="bottom-end" closeOnItemClick={false} withInitialFocusPlaceholder={false} width={200}>
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
