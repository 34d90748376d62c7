import type { RecordingState } from '../../../electron/contract/constants/session-constants.ts'
import { humanize } from '../../../electron/contract/text/humanize.ts'
import type { StateLabel } from '../../ui/dotted.tsx'
import type { Tone } from '../../ui/tone.ts'

const statuses: Record<string, StateLabel> = {
  active: { text: 'Active', tone: 'accent' },
  authenticating: { text: 'Authenticating', tone: 'accent' },
  closed: { text: 'Closed', tone: 'neutral' },
  error: { text: 'Error', tone: 'error' },
  timed_out: { text: 'Timed out', tone: 'error' },
}

/** The service's word in our spelling. A word nobody knows stays itself (docs/deployments.md, Listing). */
export const statusLabel = (status: string): StateLabel => {
  if (Object.hasOwn(statuses, status)) return statuses[status] as StateLabel
  return { text: humanize(status), tone: 'neutral' }
}

/** What is known of a recording, as the second half of a mark's words. */
const recordings: Record<RecordingState, string> = {
  unknown: 'Recording unknown: select the session to check',
  'not-ended': 'The recording is created when the session ends',
  processing: 'The service is processing the recording',
  ready: 'The recording can be played',
  none: 'The service has no recording of this session',
  failed: 'The service could not create the recording',
  expired: 'The links expired and cannot be renewed',
  archived: 'The recording is in the archive and plays without the service',
}

/** What the mark of a row shows: whether the recording can be watched, and both states in words. */
export const stateMarkOf = (row: {
  recording: RecordingState
  status: string
}): { text: string; tone: Tone; recording: 'playable' | 'archived' | 'none' | 'unknown' } => {
  const state = knownRecording(row)
  const status = statusLabel(row.status)
  const recording = state === 'ready' ? 'playable' : state === 'archived' || state === 'unknown' ? state : 'none'
  return { text: `${status.text}. ${recordings[state]}.`, tone: status.tone, recording }
}

/** A session that runs has no recording yet (docs/service-contract.md, States): nobody need be asked. */
export const knownRecording = (row: { recording: RecordingState; status: string }): RecordingState =>
  row.recording === 'unknown' && row.status === 'active' ? 'not-ended' : row.recording
