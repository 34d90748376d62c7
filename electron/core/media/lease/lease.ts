import type { Lease } from '../../../contract/models/replay-models.ts'
import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import type { ServerClock } from '../../service/server-clock.ts'
import type { Refusal } from '../storage/open-object.ts'
import { refusedByStorage, refusedPart } from '../storage/storage-problems.ts'
import { createFlight } from './flight.ts'
import { type LeaseTimes, leaseTimes, RENEWAL_SPACING_MS, retryPauseMs } from './lease-times.ts'

/** What a fetch of the replay record brought. Times are epoch ms of the server's clock. */
export type Loaded<T> = { value: T; recordExpiresAt: number | null; signatureExpiresAt: number | null }
export type LeaseState = Omit<Lease, 'sessionId'>

export type LeaseConfig<T> = {
  /** What its log lines begin with. */
  name: 'replay' | 'archive'
  clock: Clock
  serverClock: Pick<ServerClock, 'now' | 'toLocal'>
  /** How long before the expiry links are renewed, ms. Read whenever a renewal is planned. */
  leadMs: () => number
  /** Fetches the record; `previous` is what it replaces. Never called twice at a time. */
  load: (previous: T | null, signal: AbortSignal) => Promise<Result<Loaded<T>>>
  /**
   * Renews ahead of the expiry by itself and reports each change. Absent: links are renewed on request,
   * so that paused work costs no request, and sleep and clock jumps leave nothing overdue (X08, T07).
   */
  timer?: { onChange: () => void }
  log: Log
}

export type LinkLease<T> = {
  /** The links of the newest fetch; null before the first one. */
  current: () => { value: T; generation: number } | null
  state: () => LeaseState
  isRenewing: () => boolean
  /** Epoch ms of the server's clock; null while unknown. */
  expiresAt: () => number | null
  /** Fetches the first links. Links that arrive expired are fetched once more (T05). */
  start: () => Promise<Result<void>>
  /** The links as they are, renewed before when they expire soon. Old ones when that fails: the storage decides (T07). */
  fresh: (signal: AbortSignal) => Promise<Result<T>>
  /** Fetches new links now, or joins the fetch under way. */
  renew: () => Promise<Result<void>>
  /** Links newer than that generation: one fetch for all who ask (P24). */
  replace: (generation: number, signal?: AbortSignal) => Promise<Result<void>>
  /** As `replace`, after the storage refused links: those that replaced refused ones and never worked end it (P24). */
  renewAfterRefusal: (generation: number, refusal: Refusal) => Promise<Result<void>>
  /** The new links were refused too. Answers the problem to show: of the lease, or of that part alone. */
  rejected: (generation: number, refusal: Refusal) => Problem
  worked: (generation: number) => void
  /** Plans again after sleep; what is overdue or expired is renewed at once (X08). */
  onWake: () => void
  /** Plans again with another lead time. */
  onSettings: () => void
  dispose: () => void
}

type Links<T> = Loaded<T> & { generation: number; fetchedAt: number; worked: boolean; afterRefusal: boolean }

/** A refusal within this time after a failed renewal gets the same failure instead of another request. */
const SAME_FAILURE_MS = 2_000
const CLOSED = fail('cancelled', 'The links were given up.')

/** The signed links of one session and the only rules of their renewal: T05, T07, P24, X08 of docs/edge-cases.md. */
export const createLease = <T>(config: LeaseConfig<T>): LinkLease<T> => {
  const { clock, serverClock, log, name, timer } = config
  const ended = new AbortController()
  let links: Links<T> | null = null
  let cancelTimer = () => {}
  let renewsAt: number | null = null // server clock
  let settled = false // another fetch would bring nothing better
  let failures = 0
  let failure: { problem: Problem; at: number } | null = null
  let expired = false
  let published = ''
  const flight = createFlight<void>(ended.signal, () => {
    plan()
    publish()
  })

  const times = (): LeaseTimes =>
    links === null
      ? { expiresAt: null, source: 'unknown', expiringAt: null }
      : leaseTimes({
          record: links.recordExpiresAt,
          signature: links.signatureExpiresAt,
          fetchedAt: links.fetchedAt,
          leadMs: config.leadMs(),
        })

  const local = (time: number | null) => (time === null ? null : serverClock.toLocal(time))

  const state = (): LeaseState => {
    const { expiresAt, source, expiringAt } = times()
    const expiring = expiringAt !== null && serverClock.now() >= expiringAt
    return {
      state: flight.isActive() ? 'renewing' : expired ? 'expired' : expiring ? 'expiring' : 'fresh',
      expiresAt: local(expiresAt),
      expirySource: source,
      renewsAt: local(renewsAt),
      renewals: Math.max(0, (links?.generation ?? 1) - 1),
      problem: failure?.problem ?? null,
    }
  }

  const publish = () => {
    if (!timer || ended.signal.aborted) return
    const text = JSON.stringify(state())
    if (text === published) return
    published = text
    timer.onChange()
  }

  const wait = (at: number, run: () => void) => {
    const delay = at - serverClock.now()
    cancelTimer = clock.after(Number.isFinite(delay) ? Math.max(0, delay) : 0, run)
  }

  const plan = () => {
    cancelTimer()
    renewsAt = null
    const { expiresAt, expiringAt } = times()
    if (!timer || ended.signal.aborted || expired || !links || expiresAt === null || expiringAt === null) return
    const now = serverClock.now()
    if (settled) {
      if (now < expiringAt) wait(expiringAt, publish)
      return
    }
    const first = links.generation === 1
    renewsAt = first ? expiringAt : Math.max(expiringAt, links.fetchedAt + RENEWAL_SPACING_MS)
    if (failure) {
      const pause = Math.max(retryPauseMs(failures), failure.problem.retryAfterMs ?? 0)
      // The last try is made at the expiry itself; links that work beyond it are renewed at leisure.
      renewsAt = Math.max(renewsAt, expiresAt > now ? Math.min(now + pause, expiresAt) : now + pause)
    }
    wait(renewsAt, () => void run(false))
  }

  const succeeded = (loaded: Loaded<T>, afterRefusal: boolean) => {
    const before = times().expiresAt
    const generation = (links?.generation ?? 0) + 1
    links = { ...loaded, generation, fetchedAt: serverClock.now(), worked: false, afterRefusal }
    const after = times().expiresAt
    const isLater = after !== null && (before === null || after > before)
    settled = generation > 1 && (!isLater || after <= links.fetchedAt)
    if (settled && after !== null) log.info(`${name}: new links do not live longer; the storage decides from here on`)
    failures = 0
    failure = null
    expired = false
  }

  const failed = (problem: Problem, afterRefusal: boolean) => {
    failures++
    failure = { problem, at: clock.now() }
    const { expiresAt } = times()
    if (afterRefusal || (expiresAt !== null && serverClock.now() >= expiresAt)) expired = true
    if (links) log.warn(`${name}: renewal failed (${problem.code}), try ${failures}`)
  }

  /** A bug while reading a record must not end the program: a renewal by timer is not awaited. */
  const load = async (signal: AbortSignal): Promise<Result<Loaded<T>>> => {
    try {
      return await config.load(links?.value ?? null, signal)
    } catch (error) {
      log.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : 'fault'}`)
      return fail('internal', 'The replay could not be loaded.', {
        next: 'Retry. If this happens again, report the problem.',
      })
    }
  }

  const fetchOnce = (afterRefusal: boolean) => async (signal: AbortSignal) => {
    cancelTimer()
    renewsAt = null
    const loaded = await load(signal)
    if (signal.aborted) return CLOSED
    if (loaded.ok) succeeded(loaded.value, afterRefusal)
    else failed(loaded.problem, afterRefusal)
    return loaded.ok ? ok(undefined) : loaded
  }

  const run = (afterRefusal: boolean, signal?: AbortSignal): Promise<Result<void>> => {
    const result = flight.join(fetchOnce(afterRefusal), signal)
    publish()
    return result
  }

  /** True when asking the service for newer links is of no use at this moment. */
  const isUsable = ({ generation, fetchedAt }: Links<T>): boolean => {
    const { expiringAt } = times()
    const now = serverClock.now()
    // Links of a few seconds must not become a storm of requests (T05).
    const justRenewed = generation > 1 && now >= fetchedAt && now - fetchedAt < RENEWAL_SPACING_MS
    const justFailed = failure !== null && Math.abs(clock.now() - failure.at) < RENEWAL_SPACING_MS
    return settled || justRenewed || justFailed || expiringAt === null || now < expiringAt
  }

  /** What answers a request for newer links without asking the service; null: it has to be asked. */
  const answerWithout = (generation: number): Result<void> | null => {
    if (links && links.generation > generation) return ok(undefined)
    if (flight.isActive()) return null
    if (!failure || (links !== null && !expired)) return null
    return Math.abs(clock.now() - failure.at) < SAME_FAILURE_MS ? { ok: false, problem: failure.problem } : null
  }

  return {
    current: () => links,
    state,
    isRenewing: flight.isActive,
    expiresAt: () => times().expiresAt,
    start: async () => {
      const first = await run(false)
      const { expiresAt } = times()
      if (first.ok && expiresAt !== null && expiresAt <= serverClock.now()) await run(false)
      return first
    },
    fresh: async (signal) => {
      if (ended.signal.aborted || signal.aborted) return CLOSED
      if (links && isUsable(links)) return ok(links.value)
      const renewed = await run(false, signal)
      if (!links || ended.signal.aborted || signal.aborted) return renewed.ok ? CLOSED : renewed
      return ok(links.value)
    },
    renew: () => run(false),
    replace: async (generation, signal) => answerWithout(generation) ?? run(true, signal),
    renewAfterRefusal: async (generation, { status, code }) => {
      const known = answerWithout(generation)
      if (known) return known
      if (!flight.isActive() && links?.afterRefusal && !links.worked) {
        return { ok: false, problem: failure?.problem ?? refusedByStorage(status, code) }
      }
      return run(true)
    },
    rejected: (generation, { status, code }) => {
      if (links?.generation !== generation || links.worked) return refusedPart(status, code)
      const problem = refusedByStorage(status, code)
      if (!expired) {
        expired = true
        failure = { problem, at: clock.now() }
        plan()
        publish()
      }
      return problem
    },
    worked: (generation) => {
      if (links?.generation !== generation) return
      links.worked = true
      if (!expired) return
      // The storage decides: links that deliver are not expired (T05). The failed renewal stays visible.
      expired = false
      plan()
      publish()
    },
    onWake: () => {
      if (flight.isActive() || !links) return
      const { expiresAt } = times()
      if (expired || (failure && expiresAt !== null)) void run(false)
      else {
        plan()
        publish()
      }
    },
    onSettings: () => {
      if (flight.isActive()) return
      plan()
      publish()
    },
    dispose: () => {
      ended.abort()
      cancelTimer()
    },
  }
}
