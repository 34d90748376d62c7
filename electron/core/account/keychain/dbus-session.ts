import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { decodeMessages, encodeCall, type Incoming, type Outgoing } from './dbus-wire.ts'

/** Environment variables that say where the session bus is. */
export type BusEnv = { DBUS_SESSION_BUS_ADDRESS?: string | undefined; XDG_RUNTIME_DIR?: string | undefined }

/** The bus's socket path (`@name` for an abstract one); null when there is no session bus here (K02). */
export const busPath = ({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: BusEnv): string | null => {
  for (const address of (DBUS_SESSION_BUS_ADDRESS ?? '').split(';')) {
    const match = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(address)
    if (!match) continue
    const name = decodeURIComponent(match[2] ?? '')
    return match[1] === 'path' ? name : `\0${name}`
  }
  const usual = XDG_RUNTIME_DIR ? `${XDG_RUNTIME_DIR}/bus` : null
  return !DBUS_SESSION_BUS_ADDRESS && usual && existsSync(usual) ? usual : null
}

export type BusSession = {
  /** Rejects when the bus answers with an error, ends, or `signal` fires. */
  call: (message: Outgoing) => Promise<Incoming>
  /** Waits for a signal that fits. */
  waitFor: (fits: (message: Incoming) => boolean) => Promise<Incoming>
  close: () => void
}

/** An answer of kind "error", unlike no answer. */
const busError = (errorName: string): Error => Object.assign(new Error(errorName), { errorName })
export const isBusError = (error: unknown): boolean => error instanceof Error && 'errorName' in error

/**
 * A short conversation with the session bus: connect, sign in (EXTERNAL), say hello. Everything waits on the
 * event loop and ends with `signal`; that is why the keychain is asked here whether it is awake before the
 * native library, which cannot be interrupted, gets a call.
 */
export const openBus = async (path: string, signal: AbortSignal): Promise<BusSession> => {
  const socket: Socket = connect({ path })
  const waiting = new Map<number, { resolve: (message: Incoming) => void; reject: (error: Error) => void }>()
  const listeners = new Set<{
    fits: (m: Incoming) => boolean
    resolve: (m: Incoming) => void
    reject: (e: Error) => void
  }>()
  let ended: Error | null = null
  let rest: Buffer = Buffer.alloc(0)
  let signedIn = false
  let serial = 0

  const end = (error: Error): void => {
    ended ??= error
    for (const entry of [...waiting.values(), ...listeners]) entry.reject(ended)
    waiting.clear()
    listeners.clear()
    socket.destroy()
  }
  signal.addEventListener('abort', () => end(new Error('the bus did not answer in time')), { once: true })
  socket.on('error', (error) => end(error))
  socket.on('close', () => end(new Error('the bus closed the connection')))

  const receive = (message: Incoming): void => {
    const entry = waiting.get(message.replyTo)
    if (entry) {
      waiting.delete(message.replyTo)
      if (message.type === 3) entry.reject(busError(message.errorName))
      else entry.resolve(message)
    } else if (message.type === 4)
      for (const listener of listeners)
        if (listener.fits(message)) {
          listeners.delete(listener)
          listener.resolve(message)
        }
  }

  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(ended ?? error)
    socket.once('close', () => fail(new Error('the bus closed the connection')))
    socket.once('connect', () => {
      const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
      socket.write(`\0AUTH EXTERNAL ${uid}\r\n`)
    })
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      if (!signedIn) {
        const line = rest.indexOf('\r\n')
        if (line < 0) return
        if (!rest.toString('latin1', 0, line).startsWith('OK')) return end(new Error('the bus refused the sign-in'))
        rest = rest.subarray(line + 2)
        signedIn = true
        socket.write('BEGIN\r\n')
        resolve()
      }
      try {
        const read = decodeMessages(rest)
        rest = read.rest
        for (const message of read.messages) receive(message)
      } catch (error) {
        end(error instanceof Error ? error : new Error('the bus sent nonsense'))
      }
    })
  })

  const session: BusSession = {
    call: (message) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        serial += 1
        waiting.set(serial, { resolve, reject })
        socket.write(encodeCall(serial, message))
      }),
    waitFor: (fits) =>
      new Promise((resolve, reject) => {
        if (ended) reject(ended)
        else listeners.add({ fits, resolve, reject })
      }),
    close: () => end(new Error('closed')),
  }
  await session.call(toBus('Hello'))
  return session
}

export const toBus = (member: string, signature?: string, body?: Outgoing['body']): Outgoing => ({
  path: '/org/freedesktop/DBus',
  iface: 'org.freedesktop.DBus',
  member,
  destination: 'org.freedesktop.DBus',
  ...(signature && body ? { signature, body } : {}),
})
