import type { ActivityOutcome } from '../../../../electron/contract/constants/activity-constants.ts'
import type { ProblemCode } from '../../../../electron/contract/result.ts'
import { formatClock, shortenId } from '../../../ui/text/format-text.ts'
import { httpStatusText } from '../../../ui/text/http-status.ts'

export const outcomeLabels: Record<ActivityOutcome, string> = {
  ok: 'OK',
  limited: 'Limited',
  refused: 'Refused',
  failed: 'Failed',
  none: 'No response',
}

/** `404 Not Found`, or that there was no response. */
export const statusText = (status: number | null): string =>
  status === null ? outcomeLabels.none : httpStatusText(status)

/** What went wrong, in a few words. */
export const problemLabels: Record<ProblemCode, string> = {
  'invalid-input': 'Invalid input',
  untrusted: 'Untrusted sender',
  cancelled: 'Cancelled',
  'not-reachable': 'Service unreachable',
  certificate: 'Certificate rejected',
  timeout: 'Timed out',
  'not-this-service': 'Not this service',
  redirected: 'Redirect (not followed)',
  'signed-out': 'Signed out',
  unauthorized: 'Token rejected',
  forbidden: 'Access denied',
  'not-found': 'Not found',
  'not-supported': 'This service does not support this',
  conflict: 'Changed in the meantime',
  rejected: 'Values rejected',
  'rate-limited': 'Too many requests',
  overloaded: 'Service overloaded',
  'server-error': 'The service reported an internal error',
  'bad-answer': 'Invalid response',
  'not-ended': 'Session still active',
  processing: 'The recording is being processed',
  'no-frames': 'Nothing was recorded',
  'recording-failed': 'Recording failed',
  'no-recording': 'No recording',
  'bad-playlist': 'The playlist cannot be used',
  'list-changed': 'Playlist changed',
  'refused-address': 'Blocked address',
  'links-expired': 'The links have expired',
  'media-error': 'Storage error',
  incomplete: 'Recording incomplete',
  keychain: 'Keychain error',
  storage: 'Disk or database error',
  'disk-full': 'The disk is full',
  internal: 'Internal error',
}

/** The path with long ids cut in their middle, so that its end stays in sight. */
export const pathText = (path: string): string => {
  const at = path.indexOf('?')
  const place = at < 0 ? path : path.slice(0, at)
  const short = place
    .split('/')
    .map((part) => (part.length >= 20 && /\d/.test(part) ? shortenId(part) : part))
    .join('/')
  return at < 0 ? short : short + path.slice(at)
}

const pad = (n: number): string => String(n).padStart(2, '0')

/** `10:14:03` today, `11-27 10:14:03` before. */
export const timeText = (at: number, now: number): string => {
  const date = new Date(at)
  if (date.toDateString() === new Date(now).toDateString()) return formatClock(at)
  return `${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${formatClock(at)}`
}
