import { type App, BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Events } from '../contract/events.ts'

export type Command = Events['command']['name']

/**
 * A key that the page handles too: the page is first, and the menu shows it. Windows and Linux register it for the
 * menu unless told not to. macOS has no such option; it gives the menu only what the page left unhandled, and the
 * page ignores commands where its own keys are off.
 */
const pageKey = (
  accelerator: string,
  mac: boolean,
): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> =>
  mac ? { accelerator } : { accelerator, registerAccelerator: false }

/** Standard roles plus the few commands that belong to the whole program; the page does the rest. */
export const menuTemplate = (
  mac: boolean,
  send: (name: Command) => void,
  showMenu: () => void,
): MenuItemConstructorOptions[] => [
  ...(mac ? [{ role: 'appMenu' as const }] : []),
  {
    label: 'File',
    submenu: [
      { label: 'Connect…', click: () => send('connect') },
      { label: 'Refresh sessions', accelerator: 'CmdOrCtrl+R', click: () => send('sync') },
      { type: 'separator' },
      { label: 'Settings', ...pageKey('CmdOrCtrl+,', mac), click: () => send('settings') },
      { type: 'separator' },
      { role: mac ? 'close' : 'quit' },
    ],
  },
  { role: 'editMenu' },
  {
    label: 'View',
    submenu: [
      {
        label: 'Command palette',
        ...pageKey('CmdOrCtrl+K', mac),
        click: () => send('palette'),
      },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
    ],
  },
  { role: 'windowMenu' },
  {
    role: 'help',
    submenu: [
      { label: 'Keyboard shortcuts', click: () => send('help') },
      // The menu bar is hidden there. Electron takes the key of a hidden item as well, except on macOS.
      ...(mac ? [] : [{ label: 'Show menu', accelerator: 'F10', visible: false, click: showMenu }]),
    ],
  },
]

/** The whole menu as a pop-up at the corner of the window: what F10 does where a menu bar is hidden. */
const showMenu = (): void => {
  const window = BrowserWindow.getFocusedWindow()
  if (window) Menu.getApplicationMenu()?.popup({ window, x: 0, y: 0 })
}

/** The window's menu; `send` hears of what the page has to do. */
export const setUpMenu = (app: App, send: (name: Command) => void): void => {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform === 'darwin', send, showMenu)))
  if (process.platform === 'win32') app.setAppUserModelId('dev.replaydesk.app')
}
