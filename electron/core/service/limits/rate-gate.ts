import type { Limit } from '../../../contract/models/account-models.ts'
import type { Clock } from '../../base/ports.ts'
import type { ServerClock } from '../server-clock.ts'
import { LONGEST_PAUSE_MS, pauseAfter429, readRate, readRetryAfter } from './rate-headers.ts'

/** person: a person waits. polling: a state is watched. bulk: syncs and archives. */
export type Priority = 'person' | 'polling' | 'bulk'
const RANK: Record<Priority, number> = { person: 0, polling: 1, bulk: 2 }

/** The default pacing, which also holds when no header tells anything (R04): requests in flight at once. */
export const AT_ONCE = { all: 6, background: 4, bulk: 2 }
/** Share of the limit that only the person may use. */
const RESERVE = 0.2
/** Requests of a window of `limit` that background work leaves to the person. */
export const reserveOf = (limit: number): number => Math.floor(limit * RESERVE)
/** A window without a usable reset is believed for this long. */
const UNKNOWN_WINDOW_MS = 60_000
const LONGEST_WINDOW_MS = 86_400_000

export type Permit = {
  /** Keeps the place in the queue when the same request comes again after a 429. */
  order: number
  /** Must be called once; null when no answer came. Later calls do nothing. */
  leave: (answer: { status: number; headers: Headers } | null) => void
}
export type RateGate = {
  /** Waits for its turn; null when aborted or disposed meanwhile. */
  enter: (priority: Priority, signal?: AbortSignal, order?: number) => Promise<Permit | null>
  limit: () => Limit
  onLimit: (listener: (limit: Limit) => void) => () => void
  dispose: () => void
}
type Waiter = { priority: Priority; order: number; go: (permit: Permit | null) => void }

/**
 * One per account. Lets requests through by priority, keeps 20 % of the limit for the person, and after a 429 holds
 * everything until one probe came back with another answer (R07). Waits end by timer, not by comparing wall clocks,
 * so a clock that jumps cannot hold it (T07). `random` is 0..1.
 */
export const createRateGate = (config: { clock: Clock; serverClock: ServerClock; random?: () => number }): RateGate => {
  const { clock, serverClock, random = Math.random } = config
  const listeners = new Set<(limit: Limit) => void>()
  const flying: Record<Priority, number> = { person: 0, polling: 0, bulk: 0 }
  let waiting: Waiter[] = []
  let lastOrder = 0
  let disposed = false
  let limit: number | null = null
  let remaining: number | null = null
  let resetsAt: number | null = null
  let cancelReset = () => {}
  let cancelPause = () => {}
  let pausedUntil: number | null = null
  let state: 'open' | 'paused' | 'probe-due' | 'probing' = 'open'
  /** Counts the pauses: a 429 of a request sent before the present one is no news. */
  let generation = 0
  let strikes = 0
  let published = ''

  const now = (): Limit => ({ limit, remaining, resetsAt, waiting: waiting.length, pausedUntil })
  const publish = () => {
    const value = now()
    const text = JSON.stringify(value)
    if (text === published || disposed) return
    published = text
    for (const listener of listeners) listener(value)
  }

  const mayGo = (priority: Priority): boolean => {
    if (state === 'paused' || state === 'probing') return false
    const background = flying.polling + flying.bulk
    const all = flying.person + background
    if (all >= AT_ONCE.all || (priority !== 'person' && background >= AT_ONCE.background)) return false
    if (priority === 'bulk' && flying.bulk >= AT_ONCE.bulk) return false
    if (state === 'probe-due' || remaining === null) return true // a probe asks whether the window is open again
    // Nothing left without a reset may be a broken header: the person need not wait for an unknown time.
    if (priority === 'person' && resetsAt === null) return true
    const kept = priority === 'person' ? 0 : reserveOf(limit ?? 0)
    return remaining - all > kept // what is in flight may not be counted by the service yet
  }

  const pump = () => {
    for (let next = 0; next < waiting.length; ) {
      const waiter = waiting[next]
      if (!waiter || !mayGo(waiter.priority)) {
        next += 1
        continue
      }
      waiting.splice(next, 1)
      waiter.go(grant(waiter))
    }
    publish()
  }

  /** `early`: the reset is further away than we wait, so what is left is unknown until the next answer. */
  const openWindow = (early: boolean) => {
    remaining = early ? null : limit
    if (!early) resetsAt = null
    pump()
  }

  const observe = (headers: Headers) => {
    const reading = readRate(headers, serverClock.now())
    if (reading.limit !== null) limit = reading.limit
    if (reading.remaining === null) return reading // the last good state stays (R04)
    if (reading.limit === null && limit !== null && reading.remaining > limit) limit = null
    remaining = reading.remaining
    const inMs = reading.resetInMs !== null && reading.resetInMs > 0 ? reading.resetInMs : null
    const wait = Math.min(LONGEST_PAUSE_MS, inMs ?? UNKNOWN_WINDOW_MS)
    // A reset more than a day away is no reset (R01): the gauge counts down to when we go on.
    resetsAt = inMs === null ? null : clock.now() + (inMs > LONGEST_WINDOW_MS ? wait : inMs)
    cancelReset()
    cancelReset = clock.after(wait, () => openWindow(inMs !== null && inMs > wait && inMs <= LONGEST_WINDOW_MS))
    return reading
  }

  const pause = (ms: number) => {
    cancelPause()
    state = 'paused'
    pausedUntil = clock.now() + ms
    cancelPause = clock.after(ms, () => {
      state = 'probe-due'
      pausedUntil = null
      pump()
    })
  }

  const grant = (waiter: Waiter): Permit => {
    const mine = generation
    const probe = state === 'probe-due'
    if (probe) state = 'probing'
    flying[waiter.priority] += 1
    let left = false
    return {
      order: waiter.order,
      leave: (answer) => {
        if (left) return
        left = true
        flying[waiter.priority] -= 1
        if (disposed) return
        const reading = answer ? observe(answer.headers) : null
        if (answer?.status === 429 && mine === generation) {
          generation += 1
          strikes += 1
          const retryAfterMs = readRetryAfter(answer.headers, serverClock.now())
          pause(pauseAfter429({ retryAfterMs, resetInMs: reading?.resetInMs ?? null }, strikes, random()))
        } else if (probe && state === 'probing') {
          state = answer ? 'open' : 'probe-due' // a probe without an answer proves nothing: the next in line is one
        }
        if (answer && answer.status !== 429 && mine === generation) strikes = 0
        pump()
      },
    }
  }

  return {
    enter: (priority, signal, order) =>
      new Promise((resolve) => {
        if (disposed || signal?.aborted) return resolve(null)
        const give = () => {
          waiting = waiting.filter((other) => other !== waiter)
          resolve(null)
          publish()
        }
        const go = (permit: Permit | null) => {
          signal?.removeEventListener('abort', give)
          resolve(permit)
        }
        const waiter: Waiter = { priority, order: order ?? ++lastOrder, go }
        signal?.addEventListener('abort', give, { once: true })
        const before = (a: Waiter) => RANK[a.priority] - RANK[priority] || a.order - waiter.order
        const place = waiting.findIndex((other) => before(other) > 0)
        waiting.splice(place < 0 ? waiting.length : place, 0, waiter)
        pump()
      }),
    limit: now,
    onLimit: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose: () => {
      disposed = true
      cancelReset()
      cancelPause()
      for (const waiter of waiting.splice(0)) waiter.go(null)
      listeners.clear()
    },
  }
}
