import { type App, Menu } from 'electron'
import { type Command, menuTemplate } from './menu-template.ts'

/** The window's menu; `send` hears of what the page has to do. */
export const setUpMenu = (app: App, send: (name: Command) => void): void => {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform === 'darwin', send)))
  if (process.platform === 'win32') app.setAppUserModelId('dev.replaydesk.app')
}
