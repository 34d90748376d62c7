import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Takes the next bytes, which are only lent until it answers. A promise pauses the connection; `true` ends the reading. */
export type Sink = (chunk: Uint8Array) => true | Promise<void> | undefined

/** The rest of a body without a stream in between. Settles at the end of the body or when the sink has enough. */
export type Direct = (sink: Sink) => Promise<void>

const READ_BYTES = 256 * 1024
const takers = new WeakMap<Duplex, { take: ((bytes: Uint8Array) => void) | null }>()

/**
 * Socket options that read into one lent buffer. HTTP copies what it takes out of it; a body that is taken over is
 * read from it as it is. Reading through streams makes two new buffers of each 64 KiB, which costs more than the
 * transfer itself and is collected late. `join` must be called with the socket that was made.
 */
export const createReads = () => {
  const state: { take: ((bytes: Uint8Array) => void) | null } = { take: null }
  let socket: Duplex | null = null
  return {
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (count: number, buffer: Uint8Array): boolean => {
        const bytes = buffer.subarray(0, count)
        if (state.take) state.take(bytes)
        else socket?.emit('data', bytes)
        return true
      },
    },
    join: <T extends Duplex>(made: T): T => {
      socket = made
      takers.set(made, state)
      return made
    },
  }
}

/**
 * Takes the rest of this body over from its stream, of which `seen` bytes were read. Null when the end of the body
 * cannot be told from its length. The connection is of no use for another request afterwards.
 */
export const directBody = (response: IncomingMessage): ((seen: number) => Direct) | null => {
  const { socket } = response
  const reads = takers.get(socket)
  const text = response.headers['content-length']
  if (!reads || response.headers['transfer-encoding'] !== undefined || !/^\d{1,15}$/.test(text ?? '')) return null
  const total = Number(text)
  return (seen) => (sink) =>
    new Promise((resolve, reject) => {
      let left = total - seen
      let settled = false
      let paused = false
      const settle = (end: () => void) => {
        if (settled) return
        settled = true
        reads.take = null
        response.off('error', onError)
        response.off('close', onClose)
        end()
      }
      const onError = (error: Error) => settle(() => reject(error))
      const onClose = () => onError(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
      const finish = () => {
        settle(resolve)
        response.destroy()
      }
      const pauseUntil = async (until: Promise<void>): Promise<void> => {
        paused = true
        socket.pause()
        try {
          await until
        } catch (error) {
          settle(() => reject(error))
          response.destroy()
        }
        paused = false
        if (settled) return
        if (left === 0) finish()
        else socket.resume()
      }
      const give = (bytes: Uint8Array): void => {
        if (settled) return
        const body = bytes.length > left ? bytes.subarray(0, left) : bytes
        left -= body.length
        const answer = sink(body)
        if (answer === true || (answer === undefined && left === 0)) finish()
        else if (answer !== undefined) pauseUntil(answer)
      }
      if (response.destroyed && left > 0) return onError(response.errored ?? new Error('closed'))
      response.on('error', onError)
      response.on('close', onClose)
      // What the stream has already read comes first; it is little, so the socket need not pause.
      const ahead: Uint8Array[] = []
      for (let chunk = response.read(); chunk !== null; chunk = response.read()) ahead.push(chunk)
      reads.take = give
      if (left === 0) return finish()
      if (ahead.length > 0) give(Buffer.concat(ahead))
      if (!settled && !paused) socket.resume()
    })
}
