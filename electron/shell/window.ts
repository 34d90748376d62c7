import { BrowserWindow, nativeTheme } from 'electron'
import { START_URL } from './origin.ts'
import { windowOptions } from './window-options.ts'

export const openWindow = (preload: string): BrowserWindow => {
  const window = new BrowserWindow(windowOptions(preload, nativeTheme.shouldUseDarkColors))
  window.once('ready-to-show', () => window.show())
  void window.loadURL(START_URL)
  return window
}

/** Brings the program to the front: a second start and a link end here. */
export const revealWindow = (preload: string): BrowserWindow => {
  const [present] = BrowserWindow.getAllWindows()
  if (!present) return openWindow(preload)
  if (present.isMinimized()) present.restore()
  present.show()
  present.focus()
  return present
}
