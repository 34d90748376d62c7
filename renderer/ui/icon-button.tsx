import { ActionIcon } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { ariaKeys, isMac } from './keys/key-binding.ts'
import { useKeysOf } from './keys/keymap.ts'
import type { Shortcut } from './keys/shortcuts/shortcut.ts'
import classes from './kit.module.css'
import { Tip } from './tip.tsx'

/** What a menu gives its target: a ref, ids and states. */
type Passed = Omit<
  ComponentPropsWithRef<'button'>,
  'onClick' | 'disabled' | 'children' | 'color' | 'style' | 'className'
>

type IconButtonProps = Passed & {
  label: string
  shortcut?: Shortcut | undefined
  icon: ReactNode
  /** Left out only where a menu around it brings its own. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** Set for buttons that switch something on and off. */
  active?: boolean
  disabled?: boolean
  /** Edge in px; 28 by default. */
  size?: number
}

/** A button that is only an icon: the label is its name and its tooltip, with the key. */
export const IconButton = (props: IconButtonProps) => {
  const { label, shortcut, icon, onClick, active, disabled, size = 28, ...passed } = props
  const shortcuts = shortcut ? [shortcut] : []
  const keys = useKeysOf(shortcuts)
  return (
    <Tip label={label} shortcuts={shortcuts}>
      <ActionIcon
        {...passed}
        aria-label={label}
        aria-pressed={active}
        aria-disabled={disabled || undefined}
        aria-keyshortcuts={ariaKeys(keys, isMac())}
        data-disabled={disabled || undefined}
        className={classes.iconButton}
        size={size}
        onClick={(event) => {
          if (!disabled) onClick?.(event)
        }}
      >
        {icon}
      </ActionIcon>
    </Tip>
  )
}
