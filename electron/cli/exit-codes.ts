import { assertNever, type ProblemCode } from '../contract/result.ts'

export const EXIT = {
  ok: 0,
  fault: 1,
  usage: 2,
  signIn: 3,
  notThere: 4,
  notReady: 5,
  unreachable: 6,
  service: 7,
  media: 8,
  disk: 9,
  keychain: 10,
  notSound: 11,
  several: 12,
  elsewhere: 13,
  interrupted: 130,
} as const

/** One line each, for `--help`. */
export const EXIT_HELP: readonly [code: number, meaning: string][] = [
  [EXIT.ok, 'success, or nothing left to do'],
  [EXIT.fault, 'internal error, or the desktop app has no window'],
  [EXIT.usage, 'invalid command, option or address'],
  [EXIT.signIn, 'not signed in, or the service rejected the key'],
  [EXIT.notThere, 'session not found, or it has no recording'],
  [EXIT.notReady, 'the session is still active, or its recording is being processed'],
  [EXIT.unreachable, 'the service cannot be reached'],
  [EXIT.service, 'the service returned an error or a rate limit'],
  [EXIT.media, 'the recording is incomplete or cannot be read'],
  [EXIT.disk, 'disk or folder is full, read-only or in use'],
  [EXIT.keychain, 'the keychain is missing, locked, or denied access'],
  [EXIT.notSound, 'verify found missing, changed or damaged files'],
  [EXIT.several, 'several recordings failed for different reasons'],
  [EXIT.elsewhere, 'another process is archiving the same recordings; see --wait'],
  [EXIT.interrupted, 'interrupted; run the same command again to continue'],
]

export const exitOf = (code: ProblemCode): number => {
  switch (code) {
    case 'invalid-input':
    case 'untrusted':
      return EXIT.usage
    case 'signed-out':
    case 'unauthorized':
    case 'forbidden':
      return EXIT.signIn
    case 'not-found':
    case 'no-frames':
    case 'no-recording':
    case 'recording-failed':
      return EXIT.notThere
    case 'not-ended':
    case 'processing':
      return EXIT.notReady
    case 'not-reachable':
    case 'certificate':
    case 'timeout':
    case 'not-this-service':
    case 'redirected':
      return EXIT.unreachable
    case 'not-supported':
    case 'conflict':
    case 'rejected':
    case 'rate-limited':
    case 'overloaded':
    case 'server-error':
    case 'bad-answer':
      return EXIT.service
    case 'bad-playlist':
    case 'list-changed':
    case 'refused-address':
    case 'links-expired':
    case 'media-error':
    case 'incomplete':
      return EXIT.media
    case 'storage':
    case 'disk-full':
      return EXIT.disk
    case 'keychain':
      return EXIT.keychain
    case 'cancelled':
      return EXIT.interrupted
    case 'internal':
      return EXIT.fault
    default:
      return assertNever(code)
  }
}

/** The one cause of all that was not done, else `several`; `more` are causes that are no failures. */
export const exitOfAll = (codes: readonly ProblemCode[], more: readonly number[] = []): number => {
  const exits = new Set([...codes.map(exitOf), ...more])
  const [only = EXIT.ok] = exits
  return exits.size > 1 ? EXIT.several : only
}
