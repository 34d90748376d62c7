import { EventEmitter } from 'node:events'
import { strict } from './strict.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown

/** The shape of `ipcMain`, `webContents.ipc` and `frame.ipc`: a listener list plus one handler per channel. */
export const createIpc = (name: string) => {
  const handlers = new Map<string, Handler>()
  const handle = (channel: string, handler: Handler): void => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  }
  const emitter = Object.assign(new EventEmitter(), {
    handle,
    handleOnce: (channel: string, handler: Handler): void =>
      handle(channel, (...args) => {
        handlers.delete(channel)
        return handler(...args)
      }),
    removeHandler: (channel: string): void => {
      handlers.delete(channel)
    },
  })
  return { api: strict(name, emitter), find: (channel: string): Handler | undefined => handlers.get(channel) }
}

export type Ipc = ReturnType<typeof createIpc>

export const mainIpc: Ipc = createIpc('ipcMain')

/** The nearest room with a handler answers, as in Electron: the window's first, then the program's. */
export const invokeHandler = async (
  rooms: Ipc[],
  channel: string,
  event: unknown,
  args: unknown[],
): Promise<unknown> => {
  const handler = rooms.map((room) => room.find(channel)).find((found) => found !== undefined)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return handler(event, ...args)
}

/** Each room hears a plain message. */
export const emitMessage = (rooms: Ipc[], channel: string, event: unknown, args: unknown[]): void => {
  for (const room of rooms) room.api.emit(channel, event, ...args)
}
