import { contextBridge, ipcRenderer } from 'electron'
import { EVENT_CHANNEL, EVENT_NAMES, INVOKE_CHANNEL } from '../contract/channels.ts'

const events = new Set<string>(EVENT_NAMES)

contextBridge.exposeInMainWorld('desk', {
  // One channel, two arguments: name and input are judged on the other side, where trust changes.
  invoke: (name: string, input?: unknown): Promise<unknown> => ipcRenderer.invoke(INVOKE_CHANNEL, name, input),
  on: (name: string, listener: (payload: unknown) => void): (() => void) => {
    if (!events.has(name)) throw new Error(`unknown event ${name}`)
    // Only the payload crosses: Electron's event object would hand out the raw sender.
    const relay = (_event: unknown, received: string, payload: unknown): void => {
      if (received === name) listener(payload)
    }
    ipcRenderer.on(EVENT_CHANNEL, relay)
    return () => void ipcRenderer.off(EVENT_CHANNEL, relay)
  },
})
