import type { BrowserWindowConstructorOptions, Size } from 'electron'

/** The size the layout is made for. */
const USUAL: Size = { width: 1280, height: 800 }
/** The smallest usable size: 1280 × 800 at 200 % zoom. A 1366 × 768 screen at 150 % has 911 × 512 in all. */
const LEAST: Size = { width: 640, height: 400 }

type WindowSettings = {
  preload: string
  dark: boolean
  /** Of the display without bars and docks, in DIP: Electron makes a window larger than that without a word. */
  workArea: Size
}

/** Pure, so that a test states the whole value. Sandbox and isolation are the defaults and are named all the same. */
export const windowOptions = ({ preload, dark, workArea }: WindowSettings): BrowserWindowConstructorOptions => ({
  name: 'main',
  windowStatePersistence: true,
  width: Math.min(USUAL.width, workArea.width),
  height: Math.min(USUAL.height, workArea.height),
  minWidth: Math.min(LEAST.width, workArea.width),
  minHeight: Math.min(LEAST.height, workArea.height),
  show: false,
  title: 'Replay Desk',
  backgroundColor: dark ? '#0f1114' : '#ffffff',
  webPreferences: {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    // A replay continues while the window is covered by another one.
    backgroundThrottling: false,
    spellcheck: false,
  },
})
