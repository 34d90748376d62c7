import { fail, ok } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import { inTurns } from '../../base/turns.ts'
import { createLease } from '../../media/lease/lease.ts'
import { earliestSignatureExpiry } from '../../media/lease/signature-expiry.ts'
import { playlistSteps } from '../../media/playlist/parse.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import type { Service } from '../../service/service.ts'
import type { RecordLinks } from '../archive-types.ts'

type LinksConfig = {
  /** The account's service at this moment; null when signed out. */
  service: () => Pick<Service, 'replay' | 'serverClock'> | null
  sessionId: string
  clock: Clock
  log: Log
  /** ms before the expiry from which on links are renewed ahead. */
  leadMs: () => number
}

const SIGNED_OUT = fail('signed-out', 'The account of this recording is signed out.', { next: 'Sign in.' })

/** The links of a record whose signatures tell its expiry; the first segment represents its list. */
const signedUrls = async (record: ReplayRecord): Promise<string[]> => {
  const list = record.playlist === null ? null : await inTurns(playlistSteps(record.playlist, null))
  const first = list?.ok && list.value.kind === 'media' ? list.value.segments.find((segment) => !segment.gap) : null
  return [record.mp4Url, first?.url].filter((url) => typeof url === 'string')
}

/** The lease of a queued recording: without a timer, and with the priority of background work. */
export const createLinks = ({ service, sessionId, clock, log, leadMs }: LinksConfig): RecordLinks => {
  const local = { now: clock.now, toLocal: (time: number) => time }
  let serverClock: typeof local = local // of the last service, while signed out
  const clockNow = () => {
    serverClock = service()?.serverClock ?? serverClock
    return serverClock
  }
  const generations = new WeakMap<ReplayRecord, number>()

  const lease = createLease<ReplayRecord>({
    name: 'archive',
    clock,
    serverClock: { now: () => clockNow().now(), toLocal: (time) => clockNow().toLocal(time) },
    leadMs,
    log,
    load: async (_previous, signal) => {
      const answer = (await service()?.replay(sessionId, { priority: 'bulk', signal })) ?? SIGNED_OUT
      if (!answer.ok) return answer
      const record = answer.value
      const signatureExpiresAt = earliestSignatureExpiry(await signedUrls(record))
      return ok({ value: record, recordExpiresAt: record.expiresAt, signatureExpiresAt })
    },
  })

  return {
    record: async (signal) => {
      const record = await lease.fresh(signal)
      const current = lease.current()
      if (current) generations.set(current.value, current.generation)
      return record
    },
    renew: async (stale, signal) => {
      const renewed = await lease.replace(generations.get(stale) ?? 0, signal)
      const current = lease.current()
      if (!renewed.ok || !current) return renewed.ok ? SIGNED_OUT : renewed
      generations.set(current.value, current.generation)
      return ok(current.value)
    },
    dispose: lease.dispose,
  }
}
