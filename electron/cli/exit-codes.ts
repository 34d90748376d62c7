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
  [EXIT.ok, 'everything asked for was done, or was done already'],
  [EXIT.fault, 'a fault inside the program, or the desktop program has no window'],
  [EXIT.usage, 'the command or an address is not right'],
  [EXIT.signIn, 'not signed in, or the service refused the key'],
  [EXIT.notThere, 'no such session, or it has no recording'],
  [EXIT.notReady, 'the session runs, or its recording is in the making'],
  [EXIT.unreachable, 'the service cannot be reached at this address'],
  [EXIT.service, 'the service answered with an error, or with its limit'],
  [EXIT.media, 'the recording could not be fetched whole, or cannot be read'],
  [EXIT.disk, 'disk or folder: full, read-only, in use'],
  [EXIT.keychain, 'the keychain is absent, locked, or refused'],
  [EXIT.notSound, 'verify found files that are missing or changed'],
  [EXIT.several, 'several recordings failed, for different causes'],
  [EXIT.elsewhere, 'another process is archiving recordings of the list right now; --wait waits for it'],
  [EXIT.interrupted, 'interrupted; the same command goes on where it stopped'],
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
    case 'links-dead':
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
