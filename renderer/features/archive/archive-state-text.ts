import type { ArchiveState } from '../../../electron/contract/constants/archive-constants.ts'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import type { StateLabel } from '../../ui/dotted.tsx'

const labels: Record<ArchiveState, StateLabel> = {
  queued: {
    text: 'Queued',
    tone: 'neutral',
    hint: 'Waiting for its turn. Recordings that expire first are downloaded first.',
  },
  waiting: { text: 'Waiting', tone: 'neutral', hint: 'The service is still processing this recording' },
  fetching: { text: 'Downloading', tone: 'accent' },
  verifying: { text: 'Verifying', tone: 'accent', hint: 'Reading the file and computing its SHA-256' },
  paused: { text: 'Paused', tone: 'neutral', hint: 'Paused by you. What was downloaded is kept.' },
  interrupted: {
    text: 'Interrupted',
    tone: 'neutral',
    hint: 'What was downloaded is kept. It is retried automatically.',
  },
  failed: { text: 'Failed', tone: 'error' },
  'no-recording': { text: 'No recording', tone: 'neutral', hint: 'The service has no recording of this session' },
  done: { text: 'Archived', tone: 'archived', hint: 'Complete and verified' },
  missing: { text: 'Missing', tone: 'error', hint: 'The file was moved or deleted' },
  altered: { text: 'Changed', tone: 'error', hint: 'The file was changed after it was saved' },
}

/** The state as a word with its shape; the hint is the problem's own sentence where there is one. */
export const stateLabel = (item: Pick<ArchiveItem, 'state' | 'partial' | 'problem'>): StateLabel => {
  const label = labels[item.state]
  if (item.state === 'done' && item.partial)
    return { text: 'Partial', tone: 'attention', hint: 'Kept with missing parts' }
  return item.problem ? { ...label, hint: item.problem.message } : label
}
