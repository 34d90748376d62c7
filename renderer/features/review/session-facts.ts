import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { humanize } from '../../../electron/contract/text/humanize.ts'
import type { Fact } from '../../ui/panel/facts-view.tsx'
import { formatCount, formatDateTime, formatDuration } from '../../ui/text/format-text.ts'

/** What is known about a session, in reading order; what is not known is left out. */
export const factsOf = (row: SessionRow): Fact[] => {
  const facts: (Fact | null)[] = [
    { label: 'Status', value: humanize(row.status) },
    row.error ? { label: 'Error', value: row.error, tone: 'error' } : null,
    row.closeReason ? { label: 'Close reason', value: humanize(row.closeReason) } : null,
    row.createdAt === null ? null : { label: 'Started', value: formatDateTime(row.createdAt) },
    row.closedAt === null ? null : { label: 'Ended', value: formatDateTime(row.closedAt) },
    row.durationMs === null ? null : { label: 'Length', value: formatDuration(row.durationMs) },
    row.videoDurationMs === null ? null : { label: 'Video length', value: formatDuration(row.videoDurationMs) },
    row.stepCount === null ? null : { label: 'Steps', value: formatCount(row.stepCount) },
    row.browserType ? { label: 'Browser', value: humanize(row.browserType) } : null,
    row.viewport ? { label: 'Viewport', value: `${row.viewport.width} × ${row.viewport.height}` } : null,
    row.linksExpireAt === null ? null : { label: 'Links expire', value: formatDateTime(row.linksExpireAt) },
    row.lastOpenedAt === null ? null : { label: 'Last opened', value: formatDateTime(row.lastOpenedAt) },
    { label: 'Source', value: row.origin === 'pasted' ? 'Pasted id' : 'The service’s list' },
  ]
  return facts.filter((fact) => fact !== null)
}
