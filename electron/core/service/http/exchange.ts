import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock } from '../../base/ports.ts'
import { certificateFault } from '../../certificates/fault.ts'
import { problemOfCertificate } from '../../certificates/problem.ts'
import { withSystemRoots } from '../../certificates/system-roots.ts'
import type { Answer } from '../answers/service-problems.ts'
import { withoutSecretsInTurns } from '../redaction/redact.ts'
import { isRedirectError, problemOfNetwork } from './network-problem.ts'
import type { Peers } from './peers.ts'
import { type HeaderLine, type WireLines, withWireLines } from './wire-lines.ts'

/**
 * No answer we use is larger: 5,000 cookies of 3 KB, a playlist of 20,000 segments with long signatures, a cache policy
 * of 11 MB.
 */
const LARGEST_BODY = 16 * 2 ** 20
export const LARGEST_ERROR = 64 * 2 ** 10

/**
 * The address of an operation. Every segment is one path segment, percent-encoded, so an id with `/` or `..` in it
 * cannot leave the base URL (D17). Ids that no URL can carry (`.`, `..`, broken Unicode) are `invalid-input`.
 */
export const addressOf = (
  baseUrl: string,
  segments: string[],
  query: [string, string][],
): Result<{ url: string; path: string }> => {
  if (segments.some((segment) => /^\.{0,2}$/.test(segment) || !segment.isWellFormed())) {
    return fail('invalid-input', 'This id is invalid: it cannot be part of an address.')
  }
  const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
  const base = new URL(baseUrl.replace(/(?<!\/)\/+$/, ''))
  const url = new URL(base.href.replace(/\/$/, '') + path)
  // The pin: what the parser made of it must still lie below the base URL.
  if (url.origin !== base.origin || !url.href.startsWith(`${base.href.replace(/\/$/, '')}/`)) {
    return fail('invalid-input', 'This id is invalid: it leads outside the address of the service.')
  }
  url.search = new URLSearchParams(query).toString()
  return ok({ url: url.href, path })
}

/** `size` counts decoded bytes, of a cut body those read. */
const readText = async (response: Response, most: number): Promise<{ text: string | null; size: number }> => {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > most) return { text: response.ok ? null : text, size } // leaving the loop cancels the stream
    text += decoder.decode(chunk, { stream: true })
  }
  return { text: text + decoder.decode(), size }
}

export type Exchange = {
  answer: Answer | null
  /** Set when there is no usable answer. */
  problem: Problem | null
  /** Another try may help. */
  transient: boolean
  /** Local times around the answer's head, for the server clock. */
  sentAt: number
  receivedAt: number
  /** What travelled, secrets and all: only for `trafficOf`. */
  wire: { sent: HeaderLine[]; received: { status: number; headers: HeaderLine[]; bytes: number } | null }
}

export const TOO_LARGE: Problem = {
  code: 'bad-answer',
  message: 'The response of the service is too large.',
  next: 'Report it to the operator of the service.',
}

/** Nothing that an answer repeats of the secrets gets further than this, whatever the operation and its outcome. */
export const withoutRepeated = async (done: Exchange, secrets: readonly (string | null)[]): Promise<Exchange> =>
  done.answer === null
    ? done
    : { ...done, answer: { ...done.answer, text: await withoutSecretsInTurns(done.answer.text, secrets) } }

/**
 * One request, one answer, read whole. Redirects are answered with `redirected` and never followed; no answer within
 * `timeoutMs` (head and body together) is `timeout`; an aborted signal is `cancelled`. Never throws.
 */
export const exchange = async (
  ports: { fetch: typeof fetch; clock: Clock; timeoutMs: number; onPeer?: Peers['heard'] },
  request: { url: string; method: string; headers: Record<string, string>; body?: string },
  signal?: AbortSignal,
): Promise<Exchange> => {
  const { clock } = ports
  const { host, hostname, port } = new URL(request.url)
  const controller = new AbortController()
  const stop = () => controller.abort()
  let late = false
  const cancelTimer = clock.after(ports.timeoutMs, () => {
    late = true
    stop()
  })
  const sentAt = clock.now()
  let receivedAt = sentAt
  const lines: WireLines = { sent: null, received: null, peer: null }
  const wire: Exchange['wire'] = { sent: Object.entries(request.headers), received: null }
  const failed = (problem: Problem, transient = false): Exchange => ({
    answer: null,
    problem,
    transient,
    sentAt,
    receivedAt,
    wire,
  })
  const redirected: Problem = {
    code: 'redirected',
    message: `${host} redirects to another address. Your key is not sent there, so the request was stopped.`,
    next: 'Enter the address it redirects to, if you trust it.',
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    if (signal?.aborted) stop()
    const response = await withWireLines(lines, () =>
      withSystemRoots(() =>
        ports.fetch(request.url, {
          method: request.method,
          headers: request.headers,
          ...(request.body === undefined ? {} : { body: request.body }),
          redirect: 'manual',
          credentials: 'omit',
          cache: 'no-store',
          signal: controller.signal,
        }),
      ),
    )
    receivedAt = clock.now()
    if (lines.peer !== null) ports.onPeer?.(request.url, lines.peer)
    const { status, headers } = response
    const received = { status, headers: lines.received ?? [...headers], bytes: 0 }
    wire.received = received
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      await response.body?.cancel()
      return failed(status > 0 ? { ...redirected, status } : redirected)
    }
    const { text, size } = await readText(response, response.ok ? LARGEST_BODY : LARGEST_ERROR)
    received.bytes = size
    if (text === null) {
      return failed({ ...TOO_LARGE, status })
    }
    return {
      answer: { status, headers, text, ms: clock.now() - sentAt },
      problem: null,
      transient: false,
      sentAt,
      receivedAt,
      wire,
    }
  } catch (error) {
    if (late) {
      const seconds = Math.round(ports.timeoutMs / 1000)
      return failed({ code: 'timeout', message: `No response from ${host} within ${seconds} s.`, next: 'Retry.' })
    }
    if (controller.signal.aborted) return failed({ code: 'cancelled', message: 'The request was stopped.' })
    if (isRedirectError(error)) return failed(redirected)
    const fault = certificateFault(error)
    if (fault) {
      const peer = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 443 }
      return failed(await problemOfCertificate(fault, peer))
    }
    const { problem, transient } = problemOfNetwork(error, host)
    return failed(problem, transient)
  } finally {
    wire.sent = lines.sent ?? wire.sent
    cancelTimer()
    signal?.removeEventListener('abort', stop)
  }
}
