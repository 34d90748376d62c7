/**
 * Expected failures are values. A problem carries one code from a closed list, one sentence for people
 * and, where there is one, the next step. Exceptions are bugs.
 */
export const PROBLEM_CODES = [
  'invalid-input', // the person's or the page's input breaks a rule we can name
  'untrusted', // the sender is not our page
  'cancelled', // the person or a newer request ended it
  'not-reachable', // no connection to the host (DNS, refused, reset, offline)
  'certificate', // the other side's certificate: not trusted, expired, for another name
  'timeout', // connected, but no answer in time
  'not-this-service', // something answers, but not this API
  'redirected', // the service answered with a redirect, which is never followed with the bearer
  'signed-out', // no token at hand: sign in (again)
  'unauthorized', // 401
  'forbidden', // 403 of the service
  'not-found', // 404 that is not a recording being processed
  'not-supported', // 404/405 on an optional operation: this deployment does not have it
  'conflict', // 409
  'rejected', // 422 and other 4xx: the service refused the values
  'rate-limited', // 429
  'overloaded', // 502, 503, 504, 529
  'server-error', // 500 and other 5xx
  'bad-answer', // 2xx whose body we cannot use
  'not-ended', // replay: the session is still active
  'processing', // replay: the recording is being made
  'no-frames', // replay: 410, the capture ended without a frame
  'recording-failed', // replay: the service says the recording failed
  'no-recording', // replay: 200 without anything playable
  'bad-playlist', // the playlist text is none, or names what cannot be played
  'list-changed', // after a renewal the playlist is not the same list any more
  'refused-address', // a media URL with a scheme or address we never fetch
  'links-expired', // the signed links expired and could not be renewed
  'media-error', // storage answered, but not with the media
  'incomplete', // archive: parts of the recording are gone for good; `incomplete` counts them
  'keychain', // the OS keychain is absent, locked, or refused
  'storage', // disk or database
  'disk-full', // no space left; `disk` says how many bytes where they are known
  'internal', // a bug; the text says where
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

export type Problem = {
  code: ProblemCode
  /** One readable sentence: what happened. */
  message: string
  /** What the person can do now; absent when there is nothing to do. */
  next?: string
  /** HTTP status, when an answer was received. */
  status?: number
  /** Technical text that folds out: field paths, redacted body; never a secret. */
  details?: string
  /** What a 422 says of single fields: `body`, `source` → its sentence (E01). At most 50. */
  fields?: { path: (string | number)[]; message: string }[]
  /** The service cannot have got what was to be sent: no connection was made, or a check before it failed. */
  unsent?: true
  /** Milliseconds until another try makes sense (finite, > 0). */
  retryAfterMs?: number
  /** Of `incomplete`: how much of the recording is missing (D22). */
  incomplete?: Incomplete
  /** Of `disk-full`: bytes (D13). */
  disk?: DiskSpace
}

/** `missing` of `total` segments, or of `total` pictures inside the segments. */
type Incomplete = { missing: number; total: number; unit: 'segments' | 'pictures' }
/** Bytes that are needed and that are free; null where they are not known. */
type DiskSpace = { needBytes: number | null; haveBytes: number | null }

export type Ok<T> = { ok: true; value: T }
export type Fail = { ok: false; problem: Problem }
export type Result<T> = Ok<T> | Fail

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value })
export const fail = (code: ProblemCode, message: string, rest: Omit<Problem, 'code' | 'message'> = {}): Fail => ({
  ok: false,
  problem: { code, message, ...rest },
})

/** True when the disk or the database refused: `storage`, or a full disk. */
export const isDiskProblem = ({ code }: Pick<Problem, 'code'>): boolean => code === 'storage' || code === 'disk-full'

/** Closes a switch over a union: a new member is a compile error here. */
export const assertNever = (value: never): never => {
  throw new Error(`unexpected value ${JSON.stringify(value)}`)
}
