import type { ChildProcess } from 'node:child_process'
import type { ControlReply, ControlRequest, ReadyMessage } from './control.ts'

/** A request before it has its number. */
type Unnumbered<R> = R extends ControlRequest ? Omit<R, 'id'> : never

export type ControlClient = {
  /** Rejects, with what the host wrote, when the host ends first. */
  ready: Promise<ReadyMessage>
  exited: Promise<number | null>
  hasExited: () => boolean
  ask: (request: Unnumbered<ControlRequest>) => Promise<unknown>
  stdout: () => string
  stderr: () => string
}

/** The test's end of the channel that `control.ts` answers. */
export const talkToHost = (child: ChildProcess): ControlClient => {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })

  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const ready = Promise.withResolvers<ReadyMessage>()
  const exited = Promise.withResolvers<number | null>()
  let lastId = 0
  let isOver = false
  ready.promise.catch(() => {}) // callers that wait get the error; without one it is not unhandled

  child.on('message', (message: ControlReply | ReadyMessage) => {
    if (message.kind === 'ready') {
      ready.resolve(message)
      return
    }
    const call = pending.get(message.id)
    pending.delete(message.id)
    if (message.error === undefined) call?.resolve(message.value)
    else call?.reject(new Error(message.error))
  })
  child.once('exit', (code, signal) => {
    isOver = true
    const error = new Error(`The Chromium host ended (${signal ?? code}).\n${stderr}`)
    ready.reject(error)
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
    exited.resolve(code)
  })

  return {
    ready: ready.promise,
    exited: exited.promise,
    hasExited: () => isOver,
    ask: (request) =>
      new Promise((resolve, reject) => {
        lastId += 1
        pending.set(lastId, { resolve, reject })
        child.send({ ...request, id: lastId }, (error) => error && reject(error))
      }),
    stdout: () => stdout,
    stderr: () => stderr,
  }
}
