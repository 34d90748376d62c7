import { BrowserWindow, nativeTheme, screen } from 'electron'
import { START_URL } from '../page/origin.ts'
import { windowOptions } from './window-options.ts'

type WindowConfig = {
  preload: string
  /** Joins a new window with all that watches it, before its page loads. */
  prepare: (window: BrowserWindow) => void
  /** False once the program ends: a window that opened now would outlive what it shows. */
  mayOpen: () => boolean
}

/** A failed load is reported by `did-fail-load`, which always comes too. */
export const loadStart = (window: BrowserWindow): void => {
  window.loadURL(START_URL).catch(() => {})
}

/** The program's one window. */
export const createWindow = ({ preload, prepare, mayOpen }: WindowConfig) => {
  const open = (): void => {
    if (!mayOpen()) return
    const workArea = screen.getPrimaryDisplay().workAreaSize
    const window = new BrowserWindow(windowOptions({ preload, dark: nativeTheme.shouldUseDarkColors, workArea }))
    // Hidden and not auto-hidden: an auto-hidden bar takes the focus when Alt is released, as after Alt+→ (F10 shows
    // the menu). macOS has its menu elsewhere.
    if (process.platform !== 'darwin') window.setMenuBarVisibility(false)
    prepare(window)
    loadStart(window)
  }
  return {
    open,
    /** Brings the program to the front: a second start, a link, a notification and the dock end here. */
    reveal: (): void => {
      const [present] = BrowserWindow.getAllWindows()
      if (!present) {
        open()
        return
      }
      if (present.isMinimized()) present.restore()
      present.show()
      present.focus()
    },
  }
}
