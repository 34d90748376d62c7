import { expect, test, vi } from 'vitest'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from '../contract/channels.ts'

type Listener = (event: unknown, name: string, payload: unknown) => void
type Bridge = {
  invoke: (name: string, input?: unknown) => Promise<unknown>
  on: (name: string, listener: (...args: unknown[]) => void) => () => void
}

const wire = vi.hoisted(() => ({
  exposed: [] as [string, unknown][],
  invoked: [] as unknown[][],
  listeners: new Map<string, Listener>(),
}))
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => void wire.exposed.push([name, value]) },
  ipcRenderer: {
    invoke: async (...args: unknown[]) => void wire.invoked.push(args),
    on: (channel: string, listener: Listener) => void wire.listeners.set(channel, listener),
    off: (channel: string) => void wire.listeners.delete(channel),
  },
}))

test('the page gets one object with two functions, on one channel, and payloads without Electron’s event', async () => {
  await import('./index.ts')
  expect(wire.exposed.map(([name]) => name)).toEqual(['desk'])
  const bridge = wire.exposed[0]?.[1] as Bridge
  expect(Object.keys(bridge)).toEqual(['invoke', 'on'])

  await bridge.invoke('settings.get', { a: 1 })
  expect(wire.invoked).toEqual([[INVOKE_CHANNEL, 'settings.get', { a: 1 }]])

  const heard: unknown[][] = []
  const stop = bridge.on('replay.changed', (...args) => void heard.push(args))
  wire.listeners.get(EVENT_CHANNEL)?.({ sender: 'the raw sender' }, 'replay.changed', 'payload')
  wire.listeners.get(EVENT_CHANNEL)?.({}, 'settings.changed', 'another event')
  expect(heard).toEqual([['payload']])
  stop()
  expect(wire.listeners.size).toBe(0)

  bridge.on('another-channel', (...args) => void heard.push(args))
  expect([...wire.listeners.keys()]).toEqual([EVENT_CHANNEL])
})
