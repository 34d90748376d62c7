import type { SyncState } from '../../../electron/contract/models/session-models.ts'
import type { Told } from '../../ui/feedback/outage-context.ts'
import { formatCount, formatPast } from '../../ui/text/format-text.ts'

/** The state of the list's sync as one line for the status bar; null when there is nothing to say. */
export const syncWords = (sync: SyncState, now: number, told: Told = () => null): string | null => {
  const added = sync.added > 0 ? `, ${formatCount(sync.added)} new` : ''
  switch (sync.state) {
    case 'running':
      return `Reading the list of sessions: ${formatCount(sync.seen)} read${added}`
    case 'done':
      if (sync.problem) return `List read. ${sync.problem.message}`
      return sync.finishedAt === null ? 'The list is complete' : `List read ${formatPast(sync.finishedAt, now)}`
    case 'failed':
      // The banner has the sentence and the button.
      if (sync.problem && told(sync.problem)) return 'Refresh failed'
      return `The list could not be read. ${sync.problem?.message ?? ''}`.trim()
    case 'cancelled':
      return `Reading the list was stopped after ${formatCount(sync.seen)}`
    case 'not-supported':
      return 'This service lists no sessions: paste or drop their ids'
    case 'idle':
      return null
  }
}
