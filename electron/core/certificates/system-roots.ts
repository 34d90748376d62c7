import tls from 'node:tls'
import { certificateFault } from './fault.ts'

/** Longest wait of one request, ms; a large keychain of macOS takes up to 40 s, and a request ends after 30. */
const WAIT_MS = 20_000

/** Text, not a file: a thread's file would have to be bundled, and loaded out of the package's archive. */
const READER = `
const { parentPort } = require('node:worker_threads')
parentPort.postMessage(require('node:tls').getCACertificates('system'))
`

/** Reading blocks its thread for seconds on macOS, so it has a thread of its own. */
const readInThread = async (): Promise<string[]> => {
  const { Worker } = await import('node:worker_threads') // few starts of the command line need it
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  const thread = new Worker(READER, { eval: true })
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.once('exit', () => reject(new Error('the reader of the system certificates ended')))
  return promise
}

/**
 * Companies add their own roots to the system; Node's list knows none of them. They join what is trusted already,
 * bundled or from NODE_EXTRA_CA_CERTS (H49), for every later connection of this thread.
 */
const createSystemRoots = (read: () => Promise<string[]>) => {
  let state: 'unread' | 'reading' | 'added' | 'none' = 'unread'
  let reading: Promise<void> | null = null

  const start = async (): Promise<void> => {
    state = 'reading'
    try {
      const roots = await read()
      if (roots.length > 0) tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...roots])
      state = roots.length > 0 ? 'added' : 'none'
    } catch {
      state = 'none' // a system without a readable store: what Node brings along stays trusted
    }
  }

  return {
    state: () => state,
    /** Reads them, once; answers whether they are trusted now. Waits for `waitMs` at most. */
    add: async (waitMs = WAIT_MS): Promise<boolean> => {
      reading ??= start()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, waitMs)
      })
      await Promise.race([reading, late])
      clearTimeout(timer)
      return state === 'added'
    },
    /** Trusts what another thread of this process has read. */
    adopt: (trusted: string[]): void => {
      tls.setDefaultCACertificates(trusted)
      state = 'added'
      reading = Promise.resolve()
    },
  }
}

let roots: ReturnType<typeof createSystemRoots> | null = null
/** One for the thread, as what Node trusts is. */
const systemRoots = () => {
  roots ??= createSystemRoots(readInThread)
  return roots
}

/**
 * Certificates (PEM) that this thread trusts once the system's were added, for a thread that it starts; null before.
 * What Node trusts is set per thread, and reading the system's takes long.
 */
export const trustedWithSystem = (): string[] | null =>
  systemRoots().state() === 'added' ? tls.getCACertificates('default') : null

/** In a new thread: trusts what the one that started it does. */
export const adoptTrusted = (trusted: string[]): void => systemRoots().adopt(trusted)

/** The system's roots are being read, and took longer than one request can wait. */
export const isReadingRoots = (): boolean => systemRoots().state() === 'reading'

/**
 * Connects, and once more with the system's roots when no trusted authority issued the certificate. Only connections
 * that need these roots wait for them. A refused certificate ends a connection before anything is sent, so asking
 * twice sends nothing twice.
 */
export const withSystemRoots = async <T>(connect: () => Promise<T>): Promise<T> => {
  const had = systemRoots().state() === 'added'
  try {
    return await connect()
  } catch (error) {
    if (had || certificateFault(error)?.kind !== 'issuer' || !(await systemRoots().add())) throw error
    return await connect()
  }
}
