import { type App, BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Events } from '../contract/events.ts'
import type { Settings } from '../contract/models/settings-models.ts'

export type Command = Events['command']['name']

const ACCELERATOR = /^(?:(?:Mod|Ctrl|Alt|Shift)\+)*(?:[A-Z0-9,./;=[\]-]|F\d{1,2})$/

/** The key that a person has set for a command of the page, as Electron writes it; undefined for none. */
const acceleratorOf = (shortcuts: Settings['shortcuts'], id: string, standard: string): string | undefined => {
  const keys = Object.hasOwn(shortcuts, id) ? shortcuts[id]?.[0] : standard
  return keys !== undefined && ACCELERATOR.test(keys) ? keys.replace('Mod+', 'CmdOrCtrl+') : undefined
}

/**
 * A key that the page handles too: the page is first, and the menu shows it. Windows and Linux register it for the
 * menu unless told not to. macOS has no such option; it gives the menu only what the page left unhandled, and the
 * page ignores commands where its own keys are off.
 */
const pageKey = (
  accelerator: string | undefined,
  mac: boolean,
): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> =>
  accelerator === undefined ? {} : mac ? { accelerator } : { accelerator, registerAccelerator: false }

/** Standard roles plus the few commands that belong to the whole program; the page does the rest. */
export const menuTemplate = (
  mac: boolean,
  send: (name: Command) => void,
  showMenu: () => void,
  shortcuts: Settings['shortcuts'],
): MenuItemConstructorOptions[] => [
  ...(mac ? [{ role: 'appMenu' as const }] : []),
  {
    label: 'File',
    submenu: [
      { label: 'Connect…', click: () => send('connect') },
      { label: 'Refresh sessions', accelerator: 'CmdOrCtrl+R', click: () => send('sync') },
      { type: 'separator' },
      {
        label: 'Settings',
        ...pageKey(acceleratorOf(shortcuts, 'general.settings', 'Mod+,'), mac),
        click: () => send('settings'),
      },
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
        ...pageKey(acceleratorOf(shortcuts, 'general.palette', 'Mod+K'), mac),
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

/** The window's menu; `send` hears of what the page has to do. Answers what shows the keys of a person in it. */
export const setUpMenu = (
  app: App,
  send: (name: Command) => void,
  settings: Settings,
): ((settings: Settings) => void) => {
  const mac = process.platform === 'darwin'
  let shown = ''
  const show = ({ shortcuts }: Settings): void => {
    const next = JSON.stringify(shortcuts)
    if (next === shown) return
    shown = next
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(mac, send, showMenu, shortcuts)))
  }
  show(settings)
  if (process.platform === 'win32') app.setAppUserModelId('dev.replaydesk.app')
  return show
}
