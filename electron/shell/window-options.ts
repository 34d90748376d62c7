import type { BrowserWindowConstructorOptions } from 'electron'

/** Pure, so that a test states the whole value. Sandbox and isolation are the defaults and are named all the same. */
export const windowOptions = (preload: string, dark: boolean): BrowserWindowConstructorOptions => ({
  name: 'main',
  windowStatePersistence: true,
  width: 1280,
  height: 800,
  minWidth: 960,
  minHeight: 600,
  show: false,
  title: 'Replay Desk',
  backgroundColor: dark ? '#0f1114' : '#ffffff',
  autoHideMenuBar: true,
  webPreferences: {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    // A replay goes on while the window is behind another one.
    backgroundThrottling: false,
    spellcheck: false,
  },
})
