import type { BrowserWindow } from 'electron'
import type { Clock } from '../../core/base/ports.ts'

/** A page that has not loaded by then shows its background: better than a program that seems not to start. */
export const SHOW_MS = 3_000

/**
 * Shows the window once, without a flash where that is possible. Under Wayland `ready-to-show` may never come for a
 * window that is not shown (Electron's issue 48859), so the end of loading and a bounded wait count as well.
 */
export const showWhenReady = (window: BrowserWindow, clock: Clock): void => {
  let waiting = true
  const stop = (): void => {
    waiting = false
    cancel()
  }
  const show = (): void => {
    if (waiting && !window.isDestroyed()) window.show()
  }
  const cancel = clock.after(SHOW_MS, show)
  window.once('show', stop) // also by a second start
  window.once('closed', stop)
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.webContents.once('did-fail-load', show)
}
