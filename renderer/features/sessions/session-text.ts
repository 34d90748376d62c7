import type { RecordingState, Verdict } from '../../../electron/contract/constants/session-constants.ts'
import { humanize } from '../../../electron/contract/text/humanize.ts'
import type { Word } from '../../ui/dotted.tsx'

const statuses: Record<string, Word> = {
  active: { text: 'Active', tone: 'accent' },
  authenticating: { text: 'Authenticating', tone: 'accent' },
  closed: { text: 'Closed', tone: 'neutral' },
  error: { text: 'Error', tone: 'dead' },
  timed_out: { text: 'Timed out', tone: 'waiting' },
}

/** The service's word in our spelling. A word nobody knows stays itself (docs/deployments.md, Listing). */
export const statusWord = (status: string): Word => {
  if (Object.hasOwn(statuses, status)) return statuses[status] as Word
  return { text: humanize(status), tone: 'neutral' }
}

const recordings: Record<RecordingState, Word> = {
  unknown: { text: '–', tone: 'neutral', hint: 'Not asked yet. Select the session to ask the service.' },
  'not-ended': { text: 'Not ended', tone: 'accent', hint: 'The recording is made once the session has ended' },
  processing: { text: 'Processing', tone: 'waiting', hint: 'The service is making the recording' },
  ready: { text: 'Ready', tone: 'ready', hint: 'The recording can be played' },
  none: { text: 'No recording', tone: 'neutral', hint: 'The service has no recording of this session' },
  failed: { text: 'Failed', tone: 'dead', hint: 'The service could not make the recording' },
  expired: { text: 'Expired', tone: 'dead', hint: 'The links are dead and the service gives no new ones' },
  archived: {
    text: 'Archived',
    tone: 'archived',
    hint: 'The recording lies in the archive and plays without the service',
  },
}
export const recordingWord = (state: RecordingState): Word => recordings[state]

/** A session that runs has no recording yet (spec, States): nobody need be asked. */
export const knownRecording = (row: { recording: RecordingState; status: string }): RecordingState =>
  row.recording === 'unknown' && row.status === 'active' ? 'not-ended' : row.recording

const verdictWords: Record<Verdict, Word> = {
  pass: { text: 'Pass', tone: 'ready' },
  fail: { text: 'Fail', tone: 'dead' },
  unsure: { text: 'Unsure', tone: 'waiting' },
}
export const verdictWord = (verdict: Verdict): Word => verdictWords[verdict]
