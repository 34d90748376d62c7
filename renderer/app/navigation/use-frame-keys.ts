import { useEffect } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { generalShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { frameCommands } from '../palette/frame-commands.ts'
import { openPalette } from '../palette/palette-store.ts'
import { useNavigation } from './navigation-store.ts'

/** Keys that work in every view, and the back and forward buttons of the mouse. */
export const useFrameKeys = (accounts: readonly Account[]): void => {
  useKeys(
    [
      { shortcut: generalShortcuts.palette, run: openPalette },
      ...frameCommands(accounts).flatMap(({ shortcut, run }) =>
        // The menu of the window has the key of this one.
        shortcut && shortcut !== generalShortcuts.refresh ? [{ shortcut, run }] : [],
      ),
      { shortcut: generalShortcuts.forward, run: () => useNavigation.getState().forward() },
    ],
    { layer: 0 },
  )
  useEffect(() => {
    // A list is one control: "select all" there means its rows, and never the words of the whole page.
    const onKeyDown = (event: KeyboardEvent) => {
      const inList = event.target instanceof Element && event.target.closest('[role="grid"], [role="listbox"]') !== null
      if (inList && (event.ctrlKey || event.metaKey) && event.code === 'KeyA') event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    const onMouseUp = (event: MouseEvent) => {
      if (event.button !== 3 && event.button !== 4) return
      event.preventDefault()
      const { back, forward } = useNavigation.getState()
      if (event.button === 3) back()
      else forward()
    }
    window.addEventListener('mouseup', onMouseUp)
    return () => window.removeEventListener('mouseup', onMouseUp)
  }, [])
}
