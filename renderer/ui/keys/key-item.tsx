import { Menu, type MenuItemProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { ariaKeys, isMac } from './key-binding.ts'
import { KeyCaps } from './key-caps.tsx'
import { useKeysOf } from './keymap.ts'
import type { Shortcut } from './shortcuts/shortcut.ts'

type KeyItemProps = Omit<MenuItemProps, 'rightSection'> &
  Omit<ComponentPropsWithoutRef<'button'>, keyof MenuItemProps> & {
    shortcut: Shortcut | undefined
    /** Before the keys: a tick. */
    mark?: ReactNode
  }

/** An entry of a menu that says its key, where it has one. */
export const KeyItem = ({ shortcut, mark, ...item }: KeyItemProps) => (
  <Menu.Item
    {...item}
    aria-keyshortcuts={ariaKeys(useKeysOf(shortcut ? [shortcut] : []), isMac())}
    rightSection={
      <>
        {mark}
        {shortcut ? <KeyCaps shortcut={shortcut} /> : null}
      </>
    }
  />
)
