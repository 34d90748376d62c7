import { useEffect } from 'react'
import { titleWithKeys } from '../../ui/keys/keymap.ts'
import { playerShortcuts } from '../../ui/keys/shortcuts/player-shortcuts.ts'
import { type PlayerStore, showToast } from './player-store.ts'

/**
 * Fullscreen of the whole page with the player over all of it: menus, tooltips and dialogs live in the page's
 * body and would be invisible beside a fullscreen element of their own.
 */
export const useFullscreen = (store: PlayerStore): void => {
  useEffect(() => {
    const follow = () => store.setState({ fullscreen: document.fullscreenElement !== null })
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [store])
}

export const toggleFullscreen = (store: PlayerStore): void => {
  if (document.fullscreenElement) return void document.exitFullscreen()
  document.documentElement.requestFullscreen().catch(() => {
    showToast(store, 'Fullscreen is not allowed here.', {
      next: `${titleWithKeys(playerShortcuts.theatre)} fills the window.`,
      bad: true,
    })
  })
}
