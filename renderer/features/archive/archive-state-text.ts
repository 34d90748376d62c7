import type { ArchiveState } from '../../../electron/contract/constants/archive-constants.ts'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import type { StateLabel } from '../../ui/dotted.tsx'

const labels: Record<ArchiveState, StateLabel> = {
  queued: { text: 'Queued', tone: 'neutral', hint: 'Waits for its turn. What expires first goes first.' },
  waiting: { text: 'Waiting', tone: 'waiting', hint: 'The service is still making this recording' },
  fetching: { text: 'Fetching', tone: 'accent' },
  verifying: { text: 'Verifying', tone: 'accent', hint: 'Reading the file through and taking its SHA-256' },
  paused: { text: 'Paused', tone: 'waiting', hint: 'You paused it. What was fetched is kept.' },
  interrupted: { text: 'Interrupted', tone: 'waiting', hint: 'What was fetched is kept. It is tried again by itself.' },
  failed: { text: 'Failed', tone: 'dead' },
  'no-recording': { text: 'No recording', tone: 'neutral', hint: 'The service has no recording of this session' },
  done: { text: 'Archived', tone: 'archived', hint: 'Complete, read through and hashed' },
  missing: { text: 'Missing', tone: 'dead', hint: 'The file is no longer where it was saved' },
  altered: { text: 'Changed', tone: 'dead', hint: 'The file is not the one that was saved' },
}

/** The state as a word with its shape; the hint is the problem's own sentence where there is one. */
export const stateLabel = (item: Pick<ArchiveItem, 'state' | 'partial' | 'problem'>): StateLabel => {
  const label = labels[item.state]
  if (item.state === 'done' && item.partial)
    return { text: 'In part', tone: 'waiting', hint: 'Kept with missing parts, because you accepted that' }
  return item.problem ? { ...label, hint: item.problem.message } : label
}
