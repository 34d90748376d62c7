// What `electron` means inside the Chromium host. A name that is missing here fails when main is loaded, by name.
import { app } from './app.ts'
import { clipboard } from './clipboard.ts'
import { crashReporter, Notification, net, powerMonitor, shell } from './desktop-services.ts'
import { dialog } from './dialog.ts'
import { Menu } from './host-menu.ts'
import { mainIpc } from './ipc-main.ts'
import { nativeTheme } from './native-theme.ts'
import { protocol } from './scheme-protocol.ts'
import { session } from './session.ts'
import { strict } from './strict.ts'
import { BrowserWindow } from './window/browser-window.ts'
import { screen } from './window/screen.ts'

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
