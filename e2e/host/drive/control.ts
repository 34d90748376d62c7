import { setFlagsFromString } from 'node:v8'
import { runInNewContext, runInThisContext } from 'node:vm'
import type { Answers, Host } from '../state.ts'

/** What the test's process asks of the host; values travel by structured clone. */
export type ControlRequest =
  | { id: number; kind: 'evaluate'; source: string; arg: unknown }
  | { id: number; kind: 'recorded' }
  | { id: number; kind: 'refused' }
  | { id: number; kind: 'notification'; event: 'click' | 'close' }
  | { id: number; kind: 'answer'; dialog: keyof Answers; value: unknown }
export type ControlReply = { id: number; kind: 'reply'; value?: unknown; error?: string }
export type ReadyMessage = { kind: 'ready'; endpoint: string | null; port: number; version: string }

/** Unreferenced objects are collected before the person acts, as may happen at any time. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/** The person acts on the latest notification; without effect when main dropped it. */
const actOnNotification = (host: Host, event: string): void => {
  collectGarbage()
  host.notifications.at(-1)?.deref()?.emit(event, {})
}

const run = async (host: Host, request: ControlRequest): Promise<unknown> => {
  if (request.kind === 'recorded') return host.recorded
  if (request.kind === 'refused') return host.server?.refused
  if (request.kind === 'notification') return actOnNotification(host, request.event)
  if (request.kind === 'answer') {
    host.answers[request.dialog].push(request.value)
    return undefined
  }
  const { default: electron } = await import('../electron/electron-module.ts')
  const call = runInThisContext(`(${request.source})`) as (electron: unknown, arg: unknown) => unknown
  return call(electron, request.arg)
}

/** Answers the parent process, if there is one, and ends with it: a test that was killed leaves no browser running. */
export const listenToParent = (host: Host, onParentGone: () => void): void => {
  if (!process.send) return
  process.on('message', async (request: ControlRequest) => {
    const reply: ControlReply = { id: request.id, kind: 'reply' }
    try {
      reply.value = await run(host, request)
    } catch (error) {
      reply.error = error instanceof Error ? (error.stack ?? error.message) : String(error)
    }
    try {
      process.send?.(reply)
    } catch {
      process.send?.({ id: request.id, kind: 'reply', error: 'The answer cannot leave the main process.' })
    }
  })
  process.on('disconnect', onParentGone)
}
