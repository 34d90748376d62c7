import { contextBridge, ipcRenderer } from 'electron'
import { EVENT_CHANNEL, EVENT_NAMES, INVOKE_CHANNEL, OPERATION_NAMES } from '../contract/names.ts'

// Only names of the contract pass; input is validated on the other side, where trust changes.
const operations = new Set<string>(OPERATION_NAMES)
const events = new Set<string>(EVENT_NAMES)

contextBridge.exposeInMainWorld('desk', {
  invoke: (name: string, input?: unknown): Promise<unknown> =>
    operations.has(name)
      ? ipcRenderer.invoke(INVOKE_CHANNEL, name, input)
      : Promise.reject(new Error(`unknown operation ${name}`)),
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
