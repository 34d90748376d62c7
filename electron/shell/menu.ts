import { type App, BrowserWindow, Menu } from 'electron'
import { type Command, menuTemplate } from './menu-template.ts'

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
