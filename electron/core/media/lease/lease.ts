import type { Lease } from '../../../contract/models/replay-models.ts'
import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import type { ServerClock } from '../../base/time.ts'
import type { Refusal } from '../storage/open.ts'
import { refusedByStorage, refusedPart } from '../storage/problems.ts'
import { type LeaseTimes, leaseTimes, RENEWAL_SPACING_MS, retryPauseMs } from './lease-times.ts'

/** What a fetch of the replay record brought. Times are epoch ms of the server's clock. */
export type Loaded<T> = { value: T; recordExpiresAt: number | null; signatureExpiresAt: number | null }

export type LeaseConfig<T> = {
  sessionId: string
  clock: Clock
  serverClock: Pick<ServerClock, 'now' | 'toLocal'>
  /** Lead time of the settings, ms. Read whenever a renewal is planned. */
  leadMs: () => number
  /** Fetches the record; `previous` is what it replaces. Never called twice at a time. */
  load: (previous: T | null, signal: AbortSignal) => Promise<Result<Loaded<T>>>
  onChange: (lease: Lease) => void
  log: Log
}

export type LeaseKeeper<T> = {
  /** What the present links are; null before the first fetch. */
  current: () => { value: T; generation: number } | null
  state: () => Lease
  /** Epoch ms of the server's clock; null while unknown. */
  expiresAt: () => number | null
  /** Fetches the first links. Links that are dead on arrival are fetched once more (T05). */
  start: () => Promise<Result<void>>
  /** Fetches new links now, or joins the fetch under way. */
  renew: () => Promise<Result<void>>
  /** Storage refused links of that generation: one fetch for all who say so (P24). */
  renewAfterRefusal: (generation: number) => Promise<Result<void>>
  /** The new links were refused too. Answers the problem to show: of the lease, or of that part alone. */
  rejected: (generation: number, refusal: Refusal) => Problem
  worked: (generation: number) => void
  /** Plans anew after sleep; what is overdue or dead is renewed at once (X08). */
  onWake: () => void
  /** Plans anew with another lead time. */
  onSettings: () => void
  dispose: () => void
}

type Held<T> = Loaded<T> & { generation: number; fetchedAt: number; worked: boolean; afterRefusal: boolean }

/** A refusal within this time after a failed renewal gets the same failure instead of another request. */
const SAME_FAILURE_MS = 2_000

/** Keeps the signed links of one session alive. See ARCHITECTURE.md, One rule, one place; T05, T07, P24, X08. */
export const createLease = <T>(config: LeaseConfig<T>): LeaseKeeper<T> => {
  const { clock, serverClock, log } = config
  const ended = new AbortController()
  let held: Held<T> | null = null
  let inFlight: Promise<Result<void>> | null = null
  let cancelTimer = () => {}
  let renewsAt: number | null = null // server clock
  let settled = false // another fetch would bring nothing better
  let failures = 0
  let failure: { problem: Problem; at: number } | null = null
  let dead = false
  let published = ''

  const times = (): LeaseTimes =>
    held === null
      ? { expiresAt: null, source: 'unknown', dyingAt: null }
      : leaseTimes({
          record: held.recordExpiresAt,
          signature: held.signatureExpiresAt,
          fetchedAt: held.fetchedAt,
          leadMs: config.leadMs(),
        })

  const local = (time: number | null) => (time === null ? null : serverClock.toLocal(time))

  const state = (): Lease => {
    const { expiresAt, source, dyingAt } = times()
    const dying = dyingAt !== null && serverClock.now() >= dyingAt
    return {
      sessionId: config.sessionId,
      state: inFlight ? 'renewing' : dead ? 'dead' : dying ? 'dying' : 'fresh',
      expiresAt: local(expiresAt),
      expirySource: source,
      renewsAt: local(renewsAt),
      renewals: Math.max(0, (held?.generation ?? 1) - 1),
      problem: failure?.problem ?? null,
    }
  }

  const publish = () => {
    const now = state()
    const text = JSON.stringify(now)
    if (text === published || ended.signal.aborted) return
    published = text
    config.onChange(now)
  }

  const wait = (at: number, run: () => void) => {
    const delay = at - serverClock.now()
    cancelTimer = clock.after(Number.isFinite(delay) ? Math.max(0, delay) : 0, run)
  }

  const plan = () => {
    cancelTimer()
    renewsAt = null
    const { expiresAt, dyingAt } = times()
    if (ended.signal.aborted || dead || !held || expiresAt === null || dyingAt === null) return
    const now = serverClock.now()
    if (settled) {
      if (now < dyingAt) wait(dyingAt, publish)
      return
    }
    const first = held.generation === 1
    renewsAt = first ? dyingAt : Math.max(dyingAt, held.fetchedAt + RENEWAL_SPACING_MS)
    if (failure) {
      const pause = Math.max(retryPauseMs(failures), failure.problem.retryAfterMs ?? 0)
      // The last try is made at the expiry itself; links that work beyond it are renewed at leisure.
      renewsAt = Math.max(renewsAt, expiresAt > now ? Math.min(now + pause, expiresAt) : now + pause)
    }
    wait(renewsAt, () => void run(false))
  }

  const succeeded = (loaded: Loaded<T>, afterRefusal: boolean) => {
    const before = times().expiresAt
    held = {
      ...loaded,
      generation: (held?.generation ?? 0) + 1,
      fetchedAt: serverClock.now(),
      worked: false,
      afterRefusal,
    }
    const after = times().expiresAt
    const isLater = after !== null && (before === null || after > before)
    settled = held.generation > 1 && (!isLater || after <= held.fetchedAt)
    if (settled && after !== null) log.info('replay: new links do not live longer; the storage decides from here on')
    failures = 0
    failure = null
    dead = false
  }

  const failed = (problem: Problem, afterRefusal: boolean) => {
    failures++
    failure = { problem, at: clock.now() }
    const { expiresAt } = times()
    if (afterRefusal || (expiresAt !== null && serverClock.now() >= expiresAt)) dead = true
    if (held) log.warn(`replay: renewal failed (${problem.code}), try ${failures}`)
  }

  /** A bug while reading a record must not end the program: nobody waits for a renewal by timer. */
  const load = async (): Promise<Result<Loaded<T>>> => {
    try {
      return await config.load(held?.value ?? null, ended.signal)
    } catch (error) {
      log.error(`replay: ${error instanceof Error ? (error.stack ?? error.message) : 'fault'}`)
      return fail('internal', 'The replay could not be loaded.', {
        next: 'Retry. If this happens again, report the problem.',
      })
    }
  }

  const run = (afterRefusal: boolean): Promise<Result<void>> => {
    if (inFlight) return inFlight
    cancelTimer()
    renewsAt = null
    inFlight = (async (): Promise<Result<void>> => {
      const loaded = await load()
      if (ended.signal.aborted) return fail('cancelled', 'The replay was closed.')
      if (loaded.ok) succeeded(loaded.value, afterRefusal)
      else failed(loaded.problem, afterRefusal)
      return loaded.ok ? ok(undefined) : loaded
    })().finally(() => {
      inFlight = null
      plan()
      publish()
    })
    publish()
    return inFlight
  }

  return {
    current: () => held,
    state,
    expiresAt: () => times().expiresAt,
    start: async () => {
      const first = await run(false)
      const { expiresAt } = times()
      if (first.ok && expiresAt !== null && expiresAt <= serverClock.now()) await run(false)
      return first
    },
    renew: () => run(false),
    renewAfterRefusal: (generation) => {
      if (held && held.generation > generation) return Promise.resolve(ok(undefined))
      if (inFlight) return inFlight
      if (failure && (dead || held === null) && Math.abs(clock.now() - failure.at) < SAME_FAILURE_MS) {
        return Promise.resolve({ ok: false, problem: failure.problem })
      }
      // These links are an answer to a refusal and never worked: no third round (P24).
      if (held?.afterRefusal && !held.worked) {
        return Promise.resolve({ ok: false, problem: failure?.problem ?? refusedByStorage(403, null) })
      }
      return run(true)
    },
    rejected: (generation, refusal) => {
      if (held?.generation !== generation || held.worked) return refusedPart(refusal.status, refusal.code)
      const problem = refusedByStorage(refusal.status, refusal.code)
      if (!dead) {
        dead = true
        failure = { problem, at: clock.now() }
        plan()
        publish()
      }
      return problem
    },
    worked: (generation) => {
      if (held?.generation !== generation) return
      held.worked = true
      if (!dead) return
      // The storage decides: what it delivers is not dead (T05). The failed renewal stays visible.
      dead = false
      plan()
      publish()
    },
    onWake: () => {
      if (inFlight || !held) return
      const { expiresAt } = times()
      if (dead || (failure && expiresAt !== null)) void run(false)
      else {
        plan()
        publish()
      }
    },
    onSettings: () => {
      if (inFlight) return
      plan()
      publish()
    },
    dispose: () => {
      ended.abort()
      cancelTimer()
    },
  }
}
