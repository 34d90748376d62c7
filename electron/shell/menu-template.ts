import type { MenuItemConstructorOptions } from 'electron'
import type { Events } from '../contract/events.ts'

export type Command = Events['command']['name']

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
      { label: 'Settings', accelerator: 'CmdOrCtrl+,', click: () => send('settings') },
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
        accelerator: 'CmdOrCtrl+K',
        registerAccelerator: false,
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
      { label: 'Keys', click: () => send('help') },
      // The menu bar is hidden there. Electron takes the key of a hidden item as well, except on macOS.
      ...(mac ? [] : [{ label: 'Show menu', accelerator: 'F10', visible: false, click: showMenu }]),
    ],
  },
]
