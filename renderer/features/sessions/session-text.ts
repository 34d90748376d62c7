import type { RecordingState } from '../../../electron/contract/constants/session-constants.ts'
import { humanize } from '../../../electron/contract/text/humanize.ts'
import type { StateLabel } from '../../ui/dotted.tsx'

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

const recordings: Record<RecordingState, StateLabel> = {
  unknown: { text: '–', tone: 'neutral', hint: 'Unknown. Select the session to check.' },
  'not-ended': { text: 'Not ended', tone: 'accent', hint: 'The recording is created when the session ends' },
  processing: { text: 'Processing', tone: 'accent', hint: 'The service is processing the recording' },
  ready: { text: 'Ready', tone: 'ready', hint: 'The recording can be played' },
  none: { text: 'No recording', tone: 'neutral', hint: 'The service has no recording of this session' },
  failed: { text: 'Failed', tone: 'error', hint: 'The service could not create the recording' },
  expired: { text: 'Expired', tone: 'error', hint: 'The links expired and cannot be renewed' },
  archived: {
    text: 'Archived',
    tone: 'archived',
    hint: 'The recording is in the archive and plays without the service',
  },
}
export const recordingLabel = (state: RecordingState): StateLabel => recordings[state]

/** A session that runs has no recording yet (docs/service-contract.md, States): nobody need be asked. */
export const knownRecording = (row: { recording: RecordingState; status: string }): RecordingState =>
  row.recording === 'unknown' && row.status === 'active' ? 'not-ended' : row.recording
