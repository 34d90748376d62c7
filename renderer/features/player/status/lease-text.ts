import type { RecordingState } from '../../../../electron/contract/constants/session-constants.ts'
import { parseMediaPath } from '../../../../electron/contract/media-paths.ts'
import type { Lease, Playable } from '../../../../electron/contract/models/replay-models.ts'
import { formatDateTime, formatSpan } from '../../../ui/text/format-text.ts'

/**
 * Whether a copy lies in the archive, and whether it is what plays. With a copy that plays there is no lease: its
 * place in the bar shows the copy instead.
 */
export const archivedCopy = (
  recording: RecordingState | null,
  lease: Lease | null,
  playable: Pick<Playable, 'mp4'> | null,
): { archived: boolean; badge: string | null } => {
  const plays = playable?.mp4 != null && parseMediaPath(playable.mp4)?.kind === 'archived'
  const archived = plays || recording === 'archived'
  return {
    archived,
    badge: lease === null && archived ? 'Playing the archived copy. It needs neither the service nor links.' : null,
  }
}

export type LeaseText = {
  tone: 'neutral' | 'attention' | 'error'
  shape: 'clock' | 'renew' | 'alert' | 'off'
  text: string
  title: string
}

/** Below this the chip counts seconds. */
const CLOSE_MS = 120_000

/** `4 min`, and `1 min 47 s` near the end; never negative. */
export const lifeText = (ms: number): string => {
  const left = Math.max(0, ms)
  if (left >= CLOSE_MS || left < 60_000) return formatSpan(left)
  return `1 min ${Math.floor((left - 60_000) / 1000)} s`
}

/**
 * What the chip says; null when there is nothing to say. `now` is epoch ms on the local clock, like the lease. Links of
 * an archived recording are shown without a warning: the copy stays when they expire.
 */
export const leaseText = (lease: Lease | null, now: number, archived = false): LeaseText | null => {
  const text = lease && textOf(lease, now)
  return text && archived ? { ...text, tone: 'neutral', title: `${text.title} The copy in your archive stays.` } : text
}

const textOf = (lease: Lease, now: number): LeaseText => {
  const until = lease.expiresAt
  const exact = until === null ? 'The service gives no expiry.' : `Links expire ${formatDateTime(until)}.`
  const times = lease.renewals === 0 ? '' : ` Renewed ${lease.renewals === 1 ? 'once' : `${lease.renewals} times`}.`
  const plan = lease.renewsAt === null ? '' : ' They are renewed before that.'
  const title = `${exact}${plan}${times}`
  const left = until === null ? 'expiry unknown' : `links expire in ${lifeText(until - now)}`
  if (lease.state === 'expired') return { tone: 'error', shape: 'off', text: 'links expired', title }
  if (lease.state === 'renewing') return { tone: 'neutral', shape: 'renew', text: 'renewing links', title }
  // A renewal that is planned and has not failed yet asks nothing of anybody.
  if (lease.state === 'expiring' && (lease.problem !== null || lease.renewsAt === null))
    return { tone: 'attention', shape: 'alert', text: left, title }
  return { tone: 'neutral', shape: 'clock', text: left, title }
}

/** The chip ticks every second only while seconds are shown. */
export const leaseTick = (lease: Lease | null, now: number): number =>
  lease?.expiresAt != null && lease.expiresAt - now < CLOSE_MS + 15_000 ? 1_000 : 15_000
