import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import {
  type Answer,
  type Context,
  OVERLOADED,
  problemOfAnswer,
  problemOfBadBody,
} from '../answers/service-problems.ts'
import { type Journal, journalEntry, journalPath, type Traffic } from '../journal.ts'
import type { Permit, Priority, RateGate } from '../limits/rate-gate.ts'
import { readRate, readRetryAfter } from '../limits/rate-headers.ts'
import { redact } from '../redaction/redact.ts'
import type { ServerClock } from '../server-clock.ts'
import { jsonFault, looksLikeHtml } from './body-text.ts'
import { addressOf, type Exchange, exchange, TOO_LARGE, withoutRepeated } from './exchange.ts'
import { clientHeaders, isSendable } from './headers.ts'
import type { Peers } from './peers.ts'
import { trafficOf } from './traffic.ts'

export type CallOptions = {
  priority?: Priority
  signal?: AbortSignal
  /** Told of each try as it ends, whatever its outcome; the last one is what the call answers with. */
  onTraffic?: (traffic: Traffic) => void
}

export const DEFAULT_LIMITS = {
  /** Contract says nothing; 30 s covers a slow page of 100 sessions. */
  timeoutMs: 30_000,
  tries: 4,
  firstDelayMs: 500,
  longestDelayMs: 8_000,
  /** A longer `Retry-After` than this is told to the person instead of waited for. */
  longestRetryAfterMs: 30_000,
  /** Answers of 429 one request lives through; with growing pauses that is several minutes. */
  tries429: 8,
}
type Limits = typeof DEFAULT_LIMITS

export type ClientConfig = {
  accountId: string
  /** As `normaliseBaseUrl` answers it. */
  baseUrl: string
  headerPrefix: string
  version: string
  token: () => Promise<string | null>
  /** Why there is no token; null: the person is not signed in. */
  withoutToken?: () => Result<never> | null
  /** Called once for any number of 401 at the same time. */
  onUnauthorized?: () => Promise<Renewal>
  fetch: typeof fetch
  /** Told which address answered, for the reach of the service's storage (P20). */
  onPeer?: Peers['heard']
  clock: Clock
  journal: Journal
  log: Log
  limits?: Partial<Limits>
  /** 0..1; tests supply their own. */
  random?: () => number
}

/** The token that another program left, then one of our own. */
const MAX_RENEWALS = 2

/**
 * What became of a refused token: `renewed`: try once more. `found`: another program left one that may be old as well,
 * so one more renewal is allowed after it (L13). `refused`: nothing better is at hand.
 */
export type Renewal = 'renewed' | 'found' | 'refused'

export type Call = {
  method: 'GET' | 'PUT'
  segments: string[]
  query?: [string, string][]
  headers?: Record<string, string>
  /** JSON text. */
  body?: string
  /** False: the operation also answers without a token (health). */
  needsToken?: boolean
  optional?: boolean
  /** Fewer tries than the table's. */
  tries?: number
  /** Every answer is returned as it comes, a 429 or an overload too; only a renewed token repeats the request. */
  once?: boolean
  /** Puts a failing answer into words; the ordinary problem when absent. */
  explain?: (answer: Answer, context: Context) => Problem
}

export type Client = {
  /** The 2xx answer; everything else is a problem. `secrets` are what a body may echo. */
  send: (call: Call, options?: CallOptions) => Promise<Result<{ answer: Answer; context: Context }>>
}

/** ms before the n-th repetition (0 is the first): doubles, capped, half of it random so that callers spread. */
const retryDelay = (n: number, limits: Limits, random: number): number =>
  Math.min(limits.longestDelayMs, limits.firstDelayMs * 2 ** n) * (0.5 + random / 2)

/** A good answer that cannot be read without a noticeable delay. */
const unreadable = async (answer: Answer, context: Context): Promise<Problem | null> => {
  const fault = await jsonFault(answer.text)
  if (fault === null) return null
  return fault === 'too-many' ? { ...TOO_LARGE, status: answer.status } : problemOfBadBody(answer, context)
}

const CANCELLED = fail('cancelled', 'The request was stopped.')

/** The one place that sends the bearer, and only below the base URL: `exchange` never follows a redirect. */
export const createClient = (
  config: ClientConfig,
  gate: RateGate,
  serverClock: ServerClock,
  ended: AbortSignal,
): Client => {
  const { clock, random = Math.random } = config
  const limits = { ...DEFAULT_LIMITS, ...config.limits }
  let renewing: Promise<Renewal> | null = null

  const currentToken = async (): Promise<string | null> => (await config.token())?.trim() || null

  /** Single flight; a 401 that comes late, for a token already replaced, needs no renewal. */
  const renew = async (used: string | null): Promise<Renewal> => {
    if (!config.onUnauthorized) return 'refused'
    const present = await currentToken()
    if (!renewing && present !== null && present !== used) return 'renewed'
    renewing ??= config
      .onUnauthorized()
      .catch(() => 'refused' as const) // the renewal reports why; here it only means: no new token
      .finally(() => {
        renewing = null
      })
    return renewing
  }

  const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(false)
      const stop = () => {
        cancel()
        resolve(false)
      }
      const cancel = clock.after(ms, () => {
        signal.removeEventListener('abort', stop)
        resolve(true)
      })
      signal.addEventListener('abort', stop, { once: true })
    })

  const attempt = async (
    call: Call,
    to: { url: string; path: string },
    token: string | null,
    signal: AbortSignal,
    onTraffic?: CallOptions['onTraffic'],
  ) => {
    const headers: Record<string, string> = { ...clientHeaders(config.headerPrefix, config.version), ...call.headers }
    if (token !== null) headers.authorization = `Bearer ${token}`
    if (call.body !== undefined) headers['content-type'] = 'application/json'
    const body = call.body === undefined ? {} : { body: call.body }
    const { fetch, onPeer } = config
    const ports = { fetch, clock, timeoutMs: limits.timeoutMs, ...(onPeer ? { onPeer } : {}) }
    const exchanged = await exchange(ports, { url: to.url, method: call.method, headers, ...body }, signal)
    const ms = clock.now() - exchanged.sentAt
    const done = await withoutRepeated(exchanged, [token])
    const { answer } = done
    // An answer out of a cache carries the time of its making.
    if (answer && !answer.headers.has('age')) {
      serverClock.observe(answer.headers.get('date'), done.sentAt, done.receivedAt)
    }
    const context: Context = {
      secrets: [token],
      retryAfterMs: answer ? readRetryAfter(answer.headers, serverClock.now()) : null,
      ...(call.optional ? { optional: true } : {}),
    }
    const good = answer !== null && answer.status < 300
    // A web page with a good status is no answer of this service: a gateway's sign-in, another kind of server.
    const page = good && looksLikeHtml(answer.text, answer.headers.get('content-type'))
    const fault = good && !page ? await unreadable(answer, context) : null
    const problem = good ? fault : answer ? (call.explain ?? problemOfAnswer)(answer, context) : done.problem
    const rate = answer && readRate(answer.headers, serverClock.now())
    const asked = { method: call.method, path: to.path, query: call.query ?? [], secrets: [token] }
    const traffic = trafficOf(done.wire, ms, { ...asked, baseUrl: config.baseUrl })
    onTraffic?.(traffic)
    config.journal(
      journalEntry({
        ...asked,
        at: done.sentAt,
        accountId: config.accountId,
        status: answer?.status ?? done.problem?.status ?? null,
        ms,
        limitLeft: rate?.remaining ?? null,
        limitTotal: rate?.limit ?? null,
        problem: problem?.code ?? (page ? 'not-this-service' : null),
      }),
      traffic,
    )
    return { done, context, problem }
  }

  /** ms until the next try of a GET, or null when this was the last. 429 is the gate's: it holds back and lets pass again. */
  const nextTry = (done: Exchange, context: Context, tried: number, tries: number): number | null => {
    const again = done.answer ? OVERLOADED.has(done.answer.status) : done.transient
    if (!again || tried >= tries || (context.retryAfterMs ?? 0) > limits.longestRetryAfterMs) return null
    return Math.max(context.retryAfterMs ?? 0, retryDelay(tried - 1, limits, random()))
  }

  const send: Client['send'] = async (call, options = {}) => {
    const to = addressOf(config.baseUrl, call.segments, call.query ?? [])
    if (!to.ok) return to
    const signal = options.signal ? AbortSignal.any([options.signal, ended]) : ended
    const again = call.method === 'GET' && !call.once
    let order: number | undefined
    let tried = 0
    let limited = 0
    let renewals = 0
    for (;;) {
      const permit: Permit | null = await gate.enter(options.priority ?? 'person', signal, order)
      if (!permit) return CANCELLED
      order = permit.order
      let answer: Answer | null = null
      let used: string | null = null
      let outcome: Awaited<ReturnType<typeof attempt>>
      try {
        used = await currentToken()
        if (used === null && call.needsToken !== false) {
          return config.withoutToken?.() ?? fail('signed-out', 'You are not signed in.', { next: 'Sign in again.' })
        }
        if (used !== null && !isSendable(used)) {
          return fail('unauthorized', 'The key contains invalid characters.', { next: 'Sign in again.' })
        }
        outcome = await attempt(call, to.value, used, signal, options.onTraffic)
        answer = outcome.done.answer
      } finally {
        permit.leave(answer)
      }
      const { done, context, problem } = outcome
      if (answer && !problem) return ok({ answer, context })
      if (!problem) return fail('internal', 'A request ended without a response.')
      if (answer?.status === 401 && renewals < MAX_RENEWALS && used !== null) {
        const renewal = await renew(used)
        renewals = renewal === 'found' ? renewals + 1 : MAX_RENEWALS
        if (renewal !== 'refused') continue
        const gone = config.withoutToken?.()
        if (gone) return gone
      }
      if (answer?.status === 429 && again && ++limited < limits.tries429) continue
      tried += 1
      const wait = again ? nextTry(done, context, tried, call.tries ?? limits.tries) : null
      if (wait === null) return { ok: false, problem: withWait(problem) }
      const why = answer ? `answered ${answer.status}` : 'no connection'
      config.log.info(
        redact(`${call.method} ${journalPath(to.value.path, [])}: ${why}, again in ${Math.round(wait)} ms`, [used]),
      )
      if (!(await pause(wait, signal))) return CANCELLED
    }
  }

  /** A 429 without a usable header still says when another try makes sense. */
  const withWait = (problem: Problem): Problem => {
    const until = gate.limit().pausedUntil
    const left = until === null ? 0 : Math.ceil(until - clock.now())
    return problem.code === 'rate-limited' && left > 0 ? { ...problem, retryAfterMs: left } : problem
  }

  return { send }
}
