import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Problem } from '../../../contract/result.ts'
import type { Clock } from '../../base/ports.ts'
import { certificateFault } from '../../certificates/fault.ts'
import { problemOfCertificate } from '../../certificates/problem.ts'
import { withSystemRoots } from '../../certificates/system-roots.ts'
import { type Reach, readAddress } from './addresses.ts'
import { createReads, type Direct, directBody } from './direct.ts'
import { type Resolve, resolveChecked } from './resolver.ts'

/** One answer of a storage server. The body is read at the reader's pace; ending the reader closes the connection. */
export type Answer = {
  status: number
  header: (name: string) => string | null
  body: AsyncIterable<Uint8Array>
  /** Reads the rest of the body past its stream when `seen` bytes of it were read; null when that cannot be done. */
  direct?: ((seen: number) => Direct) | null
  /** Closes the connection without reading on. Safe to call twice. */
  discard: () => void
}

/** One GET, no redirects, no decoding, no credentials. Throws TransportFault. */
export type Transport = (url: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Answer>

/** A fault that is no answer: the problem says what, `transient` whether another try makes sense. */
export class TransportFault extends Error {
  readonly problem: Problem
  readonly transient: boolean
  constructor(problem: Problem, transient: boolean) {
    super(problem.message)
    this.problem = problem
    this.transient = transient
  }
}

export const notReachable = (error: unknown): TransportFault => {
  const code = (error as NodeJS.ErrnoException | null)?.code
  const details = typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? { details: code } : {}
  return new TransportFault(
    {
      code: 'not-reachable',
      message: 'The storage of the recording cannot be reached.',
      next: 'Check the network.',
      ...details,
    },
    true,
  )
}

export const timedOut = (): TransportFault =>
  new TransportFault(
    { code: 'timeout', message: 'The storage of the recording does not respond.', next: 'Check the network.' },
    true,
  )

export const cancelled = (): TransportFault =>
  new TransportFault({ code: 'cancelled', message: 'The request was cancelled.' }, false)

/** Connections of this agent read into one buffer each. */
const lending = <T extends http.Agent>(agent: T): T => {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, done) => {
    const reads = createReads()
    const socket = connect({ ...options, onread: reads.onread } as typeof options, done)
    return socket ? reads.join(socket as Duplex) : socket
  }
  return agent
}

type Config = {
  clock: Clock
  resolve: Resolve
  /** Reach of the account's service, asked only when an address is not public. */
  service: () => Reach
  /** Longest wait for the name server, and then for the head of an answer, ms. */
  headTimeoutMs: number
}

/**
 * The way to storage: Node's own client, because `fetch` rewrites some signed texts (P21), cannot pin the
 * address that was checked (P20) and decodes bodies behind our back (P25). Connections are kept and reused.
 * It connects directly: a proxy of the system is not asked.
 */
export const createTransport = (config: Config): { transport: Transport; dispose: () => void } => {
  const agents = {
    http: lending(new http.Agent({ keepAlive: true, timeout: 60_000 })),
    https: lending(new https.Agent({ keepAlive: true, timeout: 60_000 })),
  }

  /** A name server that answers late cannot be stopped; who waits for it can. */
  const named = <T>(answer: Promise<T>, signal: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const onAbort = () => settle(() => reject(cancelled()))
      const stop = config.clock.after(config.headTimeoutMs, () => settle(() => reject(timedOut())))
      const settle = (end: () => void) => {
        stop()
        signal.removeEventListener('abort', onAbort)
        end()
      }
      signal.addEventListener('abort', onAbort, { once: true })
      answer.then(
        (value) => settle(() => resolve(value)),
        (error) => settle(() => reject(notReachable(error))),
      )
    })

  const transport: Transport = async (url, headers, signal) => {
    const target = readAddress(url)
    if (!target.ok) throw new TransportFault(target.problem, false)
    if (signal.aborted) throw cancelled()
    const { host, port, secure, requestTarget } = target.value
    const checked = await named(resolveChecked(host, config.service, config.resolve), signal)
    if (checked.problem) throw new TransportFault(checked.problem, false)
    if (signal.aborted) throw cancelled()
    const pinned: LookupFunction = (_host, options, done) => {
      const [first] = checked.addresses
      if (options.all) done(null, checked.addresses)
      else if (first) done(null, first.address, first.family)
      else done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 4)
    }

    const connect = () =>
      new Promise<Answer>((resolve, reject) => {
        if (signal.aborted) return reject(cancelled())
        const request = (secure ? https : http).request({
          host,
          port,
          path: requestTarget,
          method: 'GET',
          headers: { ...headers, host: port === (secure ? 443 : 80) ? hostText(host) : `${hostText(host)}:${port}` },
          agent: secure ? agents.https : agents.http,
          lookup: pinned,
        })
        const onAbort = () => request.destroy()
        signal.addEventListener('abort', onAbort, { once: true })
        const stop = config.clock.after(config.headTimeoutMs, () => {
          reject(timedOut())
          request.destroy()
        })
        request.on('close', () => signal.removeEventListener('abort', onAbort))
        // Stays for the whole life of the request: a late error must never go uncaught (X06, X08).
        request.on('error', (error) => {
          stop()
          reject(signal.aborted ? cancelled() : certificateFault(error) ? error : notReachable(error))
        })
        request.on('response', (response) => {
          stop()
          response.on('error', () => {}) // the reader of the body sees it too
          resolve({
            status: response.statusCode ?? 0,
            header: (name) => {
              const value = response.headers[name]
              return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
            },
            body: response,
            direct: directBody(response),
            discard: () => response.destroy(),
          })
        })
        request.end()
      })
    try {
      return await withSystemRoots(connect)
    } catch (error) {
      const fault = certificateFault(error)
      if (!fault) throw error
      throw new TransportFault(await problemOfCertificate(fault, { host, port, lookup: pinned }), false)
    }
  }

  return {
    transport,
    dispose: () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

const hostText = (host: string): string => (host.includes(':') ? `[${host}]` : host)
