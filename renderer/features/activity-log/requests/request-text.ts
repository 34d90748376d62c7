import type { ActivityOutcome } from '../../../../electron/contract/constants/activity-constants.ts'
import type { ProblemCode } from '../../../../electron/contract/result.ts'
import { formatClock, shortenId } from '../../../ui/text/format-text.ts'

export const outcomeLabels: Record<ActivityOutcome, string> = {
  ok: 'OK',
  limited: 'Limited',
  refused: 'Refused',
  failed: 'Failed',
  none: 'No response',
}

/** Reason phrases of the IANA registry of HTTP status codes; 529 is what overloaded services say. */
const reasons: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  423: 'Locked',
  425: 'Too Early',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  529: 'Overloaded',
}

/** `404 Not Found`, `299` where no word is known, `No answer`. */
export const statusText = (status: number | null): string => {
  if (status === null) return outcomeLabels.none
  const reason = reasons[status]
  return reason ? `${status} ${reason}` : String(status)
}

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
