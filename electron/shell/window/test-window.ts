import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'

/** As much of a window as what watches it touches; `said` lists what was asked of it. */
export const createTestWindow = () => {
  const said: string[] = []
  const window = Object.assign(new EventEmitter(), {
    webContents: new EventEmitter(),
    destroyed: false,
    fullscreen: false,
    isDestroyed: () => window.destroyed,
    isFullScreen: () => window.fullscreen,
    setFullScreen: (to: boolean) => void said.push(`fullscreen ${to}`),
    show: () => {
      said.push('show')
      window.emit('show')
    },
  })
  return { window: window as unknown as BrowserWindow & typeof window, said }
}
