import { contextBridge, ipcRenderer } from 'electron'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from '../contract/channels.ts'

contextBridge.exposeInMainWorld('desk', {
  // One channel each way; `name` never becomes one. Main judges name and input, where trust changes.
  invoke: (name: string, input?: unknown): Promise<unknown> => ipcRenderer.invoke(INVOKE_CHANNEL, name, input),
  on: (name: string, listener: (payload: unknown) => void): (() => void) => {
    // Only the payload crosses: Electron's event object would hand out the raw sender.
    const relay = (_event: unknown, received: string, payload: unknown): void => {
      if (received === name) listener(payload)
    }
    ipcRenderer.on(EVENT_CHANNEL, relay)
    return () => void ipcRenderer.off(EVENT_CHANNEL, relay)
  },
})
