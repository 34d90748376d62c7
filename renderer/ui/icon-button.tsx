import { ActionIcon } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import classes from './kit.module.css'
import { Tip } from './tip.tsx'

type IconButtonProps = {
  label: string
  keys?: string
  icon: ReactNode
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  /** Set for buttons that switch something on and off. */
  active?: boolean
  disabled?: boolean
  /** Edge in px; 28 by default. */
  size?: number
}

/** A button that is only an icon: the label is its name and its tooltip, with the key. */
export const IconButton = ({ label, keys, icon, onClick, active, disabled, size = 28 }: IconButtonProps) => (
  <Tip label={label} keys={keys}>
    <ActionIcon
      aria-label={label}
      aria-pressed={active}
      aria-disabled={disabled || undefined}
      data-disabled={disabled || undefined}
      className={classes.iconButton}
      size={size}
      onClick={(event) => {
        if (!disabled) onClick(event)
      }}
    >
      {icon}
    </ActionIcon>
  </Tip>
)
