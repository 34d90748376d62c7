import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright-core'

/** Commands and events of one target, with the types of the protocol; one that is refused rejects with Chromium's text. */
export type Session = Pick<CDPSession, 'send' | 'on' | 'once' | 'off'>

export type DevtoolsPipe = {
  /** The session of the browser itself. */
  browser: Session
  session: (id: string) => Session
  /** Resolves when Chromium has closed its end; commands without an answer reject then. */
  closed: Promise<void>
}

type Answer = {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

/** The DevTools protocol over `--remote-debugging-pipe`: JSON messages, each with a zero byte at its end. */
export const openDevtoolsPipe = (write: Writable, read: Readable): DevtoolsPipe => {
  const pending = new Map<
    number,
    { method: string; resolve: (value: unknown) => void; reject: (error: Error) => void }
  >()
  const sessions = new Map<string, EventEmitter>()
  let lastId = 0
  let isOpen = true

  const sessionOf = (sessionId: string): EventEmitter => {
    const known = sessions.get(sessionId)
    if (known) return known
    const send = (method: string, params: object = {}): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (!isOpen) throw new Error(`${method}: Chromium is closed.`)
        lastId += 1
        pending.set(lastId, { method, resolve, reject })
        const target = sessionId === '' ? {} : { sessionId }
        write.write(`${JSON.stringify({ id: lastId, method, params, ...target })}\0`)
      })
    const session = Object.assign(new EventEmitter(), { send })
    sessions.set(sessionId, session)
    return session
  }

  const receive = ({ id, sessionId = '', method, params, result, error }: Answer): void => {
    if (id === undefined) {
      if (method !== undefined) sessions.get(sessionId)?.emit(method, params)
      return
    }
    const call = pending.get(id)
    pending.delete(id)
    if (error) call?.reject(new Error(`${call.method}: ${error.message}`))
    else call?.resolve(result)
  }

  let parts: Buffer[] = []
  read.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...parts, chunk.subarray(start, end)]).toString()
      parts = []
      start = end + 1
      receive(JSON.parse(message) as Answer)
    }
    parts.push(chunk.subarray(start))
  })

  const closed = new Promise<void>((resolve) => {
    const end = (): void => {
      isOpen = false
      for (const { method, reject } of pending.values()) reject(new Error(`${method}: Chromium is closed.`))
      pending.clear()
      resolve()
    }
    read.once('close', end)
    // A Chromium that is gone: the other end says so too.
    read.on('error', end)
    write.on('error', end)
  })

  return {
    browser: sessionOf('') as unknown as Session,
    session: (id) => sessionOf(id) as unknown as Session,
    closed,
  }
}
