import type { BrowserWindow } from 'electron'

/**
 * Electron stores with the window's bounds that it is fullscreen, also when only the player made it so: the next start
 * would open a fullscreen window without a player. So the window leaves the page's fullscreen before it closes. The
 * state changes some time after the request on Linux and macOS.
 */
export const createFullscreenExit = () => {
  const byPage = new WeakSet<BrowserWindow>()
  return {
    watch: (window: BrowserWindow): void => {
      window.on('enter-html-full-screen', () => byPage.add(window))
      window.on('leave-html-full-screen', () => byPage.delete(window))
    },
    /** Resolves once the window has left; the caller bounds the wait. */
    leave: async (window: BrowserWindow): Promise<void> => {
      if (!byPage.has(window) || !window.isFullScreen()) return
      const left = new Promise<void>((resolve) => window.once('leave-full-screen', resolve))
      window.setFullScreen(false)
      await left
    },
  }
}
