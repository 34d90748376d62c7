import type { RecordingState } from '../../../contract/constants/session-constants.ts'
import type { ReplayPhase } from '../../../contract/models/replay-models.ts'
import type { Problem } from '../../../contract/result.ts'

type Cause = Extract<ReplayPhase, { kind: 'unavailable' }>['cause']

/** Which screen a problem leads to. */
export const causeOf = (problem: Problem): Cause => {
  switch (problem.code) {
    case 'no-frames':
    case 'no-recording':
    case 'recording-failed':
    case 'links-expired':
    case 'bad-playlist':
    case 'signed-out':
    case 'certificate':
      return problem.code
    case 'unauthorized':
      return 'signed-out'
    case 'not-found':
      return 'no-recording'
    case 'refused-address':
    case 'list-changed':
    case 'media-error':
      return 'bad-playlist'
    case 'not-reachable':
    case 'timeout':
    case 'rate-limited':
    case 'overloaded':
    case 'server-error':
    case 'cancelled':
      return 'offline'
    default:
      return 'refused'
  }
}

/** What a problem says of the recording itself; null when it says nothing lasting. */
export const recordingOf = (problem: Problem): RecordingState | null => {
  switch (problem.code) {
    case 'not-ended':
    case 'processing':
      return problem.code
    case 'no-frames':
    case 'no-recording':
      return 'none'
    case 'recording-failed':
      return 'failed'
    default:
      return null
  }
}
