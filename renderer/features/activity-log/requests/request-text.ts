import type { ActivityOutcome } from '../../../../electron/contract/constants/activity-constants.ts'
import type { ProblemCode } from '../../../../electron/contract/result.ts'
import { formatClock, shortenId } from '../../../ui/text/format-text.ts'

export const outcomeLabels: Record<ActivityOutcome, string> = {
  ok: 'OK',
  limited: 'Limited',
  refused: 'Refused',
  failed: 'Failed',
  none: 'No answer',
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
  'invalid-input': 'The input breaks a rule',
  untrusted: 'The asker was not trusted',
  cancelled: 'Stopped before the answer came',
  'not-reachable': 'The service was not reachable',
  certificate: 'The certificate was refused',
  timeout: 'No answer in time',
  'not-this-service': 'Something else answered at this address',
  redirected: 'A redirect, which is not followed with the token',
  'signed-out': 'No token at hand',
  unauthorized: 'The token was refused',
  forbidden: 'Not allowed for this token',
  'not-found': 'Not there',
  'not-supported': 'This service does not support this',
  conflict: 'It was changed meanwhile',
  rejected: 'The values were refused',
  'rate-limited': 'Too many requests',
  overloaded: 'The service is overloaded',
  'server-error': 'The service reported an internal error',
  'bad-answer': 'The answer cannot be used',
  'not-ended': 'The session is still running',
  processing: 'The recording is being processed',
  'no-frames': 'The recording has no frames',
  'recording-failed': 'Recording failed',
  'no-recording': 'There is no recording',
  'bad-playlist': 'The playlist cannot be used',
  'list-changed': 'The playlist changed meanwhile',
  'refused-address': 'The address is one that is never fetched',
  'links-dead': 'The links have expired',
  'media-error': 'The storage answered without the media',
  incomplete: 'Parts of the recording are missing',
  keychain: 'The keychain did not answer',
  storage: 'The disk or database failed',
  'disk-full': 'The disk is full',
  internal: 'A fault of this program',
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
