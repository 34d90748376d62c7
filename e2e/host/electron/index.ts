// What `electron` means inside the Chromium host. A name that is missing here fails when main is loaded, by name.
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { clipboard } from './clipboard.ts'
import { dialog } from './dialog.ts'
import { mainIpc } from './ipc.ts'
import { Menu } from './menu.ts'
import { nativeTheme } from './native-theme.ts'
import { crashReporter, Notification, net, powerMonitor, shell } from './outside.ts'
import { protocol } from './protocol.ts'
import { screen } from './screen.ts'
import { session } from './session.ts'
import { strict } from './strict.ts'

const ipcMain = mainIpc.api

/** Each name must exist in Electron's own types. */
type Known = { [Name in keyof typeof Electron.CrossProcessExports]?: unknown }

const electron = strict('electron', {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
} satisfies Known)

export {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  // biome-ignore lint/style/noDefaultExport: `import electron from 'electron'` and `require` must work.
  electron as default,
  electron as 'module.exports',
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
}
