import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from '../contract/channels.ts'
import type { EventName, Events } from '../contract/events.ts'
import type { Handlers } from '../contract/operations.ts'
import type { Log } from '../core/base/ports.ts'
import { crossesAsText, dispatch } from './dispatch.ts'

export const listen = (handlers: Handlers, log: Log): void => {
  ipcMain.handle(INVOKE_CHANNEL, async (event: IpcMainInvokeEvent, name: unknown, input: unknown) => {
    const result = await dispatch(handlers, log, event.senderFrame, name, input)
    return crossesAsText(name) ? JSON.stringify(result) : result
  })
}

/** Tells every window; a window that is just closing hears nothing. */
export const emitTo =
  (windows: () => BrowserWindow[]) =>
  <N extends EventName>(name: N, payload: Events[N]): void => {
    for (const window of windows()) {
      if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload)
    }
  }
