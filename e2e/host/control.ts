import { runInThisContext } from 'node:vm'
import type { Answers, Host } from './state.ts'

/** What the test's process asks of the host; values travel by structured clone. */
export type ControlRequest =
  | { id: number; kind: 'evaluate'; source: string; arg: unknown }
  | { id: number; kind: 'recorded' }
  | { id: number; kind: 'refused' }
  | { id: number; kind: 'answer'; dialog: keyof Answers; value: unknown }
export type ControlReply = { id: number; kind: 'reply'; value?: unknown; error?: string }
export type ReadyMessage = { kind: 'ready'; endpoint: string | null; port: number; version: string }

const run = async (host: Host, request: ControlRequest): Promise<unknown> => {
  if (request.kind === 'recorded') return host.recorded
  if (request.kind === 'refused') return host.server?.refused
  if (request.kind === 'answer') {
    host.answers[request.dialog].push(request.value)
    return undefined
  }
  const { default: electron } = await import('./electron/index.ts')
  const call = runInThisContext(`(${request.source})`) as (electron: unknown, arg: unknown) => unknown
  return call(electron, request.arg)
}

/** Answers the parent process, if there is one, and ends with it: a dead test leaves no browser behind. */
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
