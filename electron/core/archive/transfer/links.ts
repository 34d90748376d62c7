import { smallestOf } from '../../../contract/extremes.ts'
import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import { leaseTimes, RENEWAL_SPACING_MS } from '../../media/lease/lease-times.ts'
import { signatureExpiry } from '../../media/lease/signature-expiry.ts'
import { parsePlaylist } from '../../media/playlist/parse.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import type { Service } from '../../service/service.ts'
import type { RecordLinks } from '../archive-types.ts'

type LinksConfig = {
  /** The account's service at this moment; null when nobody is signed in. */
  service: () => Pick<Service, 'replay' | 'serverClock'> | null
  sessionId: string
  clock: Clock
  log: Log
  /** ms before the expiry from which on links are renewed ahead. */
  leadMs: () => number
}

type Held = { record: ReplayRecord; fetchedAt: number; signature: number | null; nth: number; settled: boolean }

/** A refusal within this time after a failed renewal gets the same failure, not another request. */
const SAME_FAILURE_MS = 2_000
const SIGNED_OUT = fail('signed-out', 'The account of this recording is signed out.', { next: 'Sign in.' })

/** The earliest expiry that a signature of this record tells; the first segment stands for its list. */
const signatureOf = (record: ReplayRecord): number | null => {
  const urls = record.mp4Url === null ? [] : [record.mp4Url]
  const list = record.playlist === null ? null : parsePlaylist(record.playlist, null)
  if (list?.ok && list.value.kind === 'media') {
    const first = list.value.segments.find((segment) => !segment.gap)
    if (first) urls.push(first.url)
  }
  const times = urls.map(signatureExpiry).filter((time) => time !== null)
  return smallestOf(times)
}

/**
 * The record lease of background work. Unlike the player's lease it has no timer: links are renewed when somebody
 * needs them, so sleep and clock jumps (X08, T07) leave nothing overdue, and a paused transfer costs no request.
 * Links that do not live longer after a renewal are used as they are; the storage decides (T05).
 */
export const createLinks = ({ service, sessionId, clock, log, leadMs }: LinksConfig): RecordLinks => {
  const disposed = new AbortController()
  let held: Held | null = null
  let flight: { promise: Promise<Result<ReplayRecord>>; waiting: number; end: AbortController } | null = null
  let failure: { problem: Problem; at: number } | null = null

  const expiry = (of: Held) =>
    leaseTimes({ record: of.record.expiresAt, signature: of.signature, fetchedAt: of.fetchedAt, leadMs: leadMs() })

  const load = async (signal: AbortSignal): Promise<Result<ReplayRecord>> => {
    const present = service()
    if (!present) return SIGNED_OUT
    const answer = await present.replay(sessionId, { priority: 'bulk', signal })
    if (!answer.ok) {
      failure = { problem: answer.problem, at: clock.now() }
      return answer
    }
    const before = held && expiry(held).expiresAt
    const next: Held = {
      record: answer.value,
      fetchedAt: present.serverClock.now(),
      signature: signatureOf(answer.value),
      nth: (held?.nth ?? 0) + 1,
      settled: false,
    }
    const after = expiry(next).expiresAt
    const isLater = after !== null && (before === null || after > before)
    next.settled = held !== null && (!isLater || after <= next.fetchedAt)
    if (next.settled && after !== null) log.info('archive: new links do not live longer; the storage decides')
    held = next
    failure = null
    return answer
  }

  /** One fetch for all who ask; it is given up only when nobody waits any more. */
  const fetchOnce = async (signal: AbortSignal): Promise<Result<ReplayRecord>> => {
    if (!flight) {
      const end = new AbortController()
      const promise = load(AbortSignal.any([end.signal, disposed.signal])).finally(() => {
        flight = null
      })
      flight = { promise, waiting: 0, end }
    }
    const joined = flight
    joined.waiting++
    const left = Promise.withResolvers<Result<ReplayRecord>>()
    const onAbort = () => left.resolve(fail('cancelled', 'The download was stopped.'))
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([joined.promise, left.promise])
    } finally {
      signal.removeEventListener('abort', onAbort)
      if (--joined.waiting === 0) joined.end.abort()
    }
  }

  const ended = (signal: AbortSignal) => signal.aborted || disposed.signal.aborted

  return {
    record: async (signal) => {
      if (ended(signal)) return fail('cancelled', 'The download was stopped.')
      const present = service()
      if (held && present) {
        const { dyingAt } = expiry(held)
        const now = present.serverClock.now()
        // Ahead of time, and not again right after: very short links must not become a storm (T05).
        const soon = held.nth > 1 && now >= held.fetchedAt && now - held.fetchedAt < RENEWAL_SPACING_MS
        if (held.settled || soon || dyingAt === null || now < dyingAt) return ok(held.record)
        if (failure && Math.abs(clock.now() - failure.at) < RENEWAL_SPACING_MS) return ok(held.record)
      }
      const fresh = await fetchOnce(signal)
      // Old links may well work on: what the storage says counts, not our clock (T07).
      return fresh.ok || !held || ended(signal) ? fresh : ok(held.record)
    },
    renew: async (stale, signal) => {
      if (ended(signal)) return fail('cancelled', 'The download was stopped.')
      if (held && held.record !== stale) return ok(held.record)
      if (!flight && failure && Math.abs(clock.now() - failure.at) < SAME_FAILURE_MS) {
        return { ok: false, problem: failure.problem }
      }
      return fetchOnce(signal)
    },
    dispose: () => disposed.abort(),
  }
}
