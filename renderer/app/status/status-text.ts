import type { AnalysisStatus } from '../../../electron/contract/models/analysis-models.ts'
import type { ArchiveQuery, ArchiveTotals } from '../../../electron/contract/models/archive-models.ts'
import type { SyncState } from '../../../electron/contract/models/session-models.ts'
import type { ShownByBanner } from '../../ui/feedback/outage-context.ts'
import { formatBytes, formatCount, formatPast, formatSpan } from '../../ui/text/format-text.ts'

/** The state of the list's sync as one line for the status bar; null when there is nothing to say. */
export const syncText = (sync: SyncState, now: number, shownByBanner: ShownByBanner = () => null): string | null => {
  const added = sync.added > 0 ? `, ${formatCount(sync.added)} new` : ''
  switch (sync.state) {
    case 'running':
      return `Refreshing sessions: ${formatCount(sync.seen)} loaded${added}`
    case 'done':
      if (sync.problem) return `Updated. ${sync.problem.message}`
      return sync.finishedAt === null
        ? 'Sessions are up to date'
        : `Sessions updated ${formatPast(sync.finishedAt, now)}`
    case 'failed':
      // The banner has the sentence and the button.
      if (sync.problem && shownByBanner(sync.problem)) return 'Refresh failed'
      return `The list could not be refreshed. ${sync.problem?.message ?? ''}`.trim()
    case 'cancelled':
      return `Refresh stopped after ${formatCount(sync.seen)}`
    case 'not-supported':
      return 'This service does not list sessions: paste or drop ids'
    case 'idle':
      return null
  }
}

/** The smallest question that answers the totals; the event of the archive keeps its answer new. */
export const TOTALS_ONLY: ArchiveQuery = {
  text: '',
  states: [],
  sort: 'added',
  direction: 'desc',
  offset: 0,
  limit: 1,
}

/** `Downloads: 2 running · 14.2 MB/s · 1 min left` for the status bar; null when there is nothing to say. */
export const transferText = (totals: ArchiveTotals): { text: string; title: string; warn: boolean } | null => {
  const { running, queued, failed, rate, leftMs, blocked } = totals
  const trouble = failed > 0 ? `${formatCount(failed)} failed` : ''
  if (blocked && queued > 0)
    return { text: `Downloads paused: ${formatCount(queued)} queued`, title: blocked.message, warn: true }
  const parts: string[] = []
  if (running > 0) {
    parts.push(`${formatCount(running)} running`)
    if (rate > 0) parts.push(`${formatBytes(rate)}/s`)
    if (leftMs !== null && Number.isFinite(leftMs)) parts.push(`${formatSpan(Math.max(1_000, leftMs))} left`)
  } else if (queued > 0) parts.push(`${formatCount(queued)} queued`)
  if (trouble) parts.push(trouble)
  if (parts.length === 0) return null
  return { text: `Downloads: ${parts.join(' · ')}`, title: 'Show archive', warn: running + queued === 0 }
}

/** `Analysing 43% · 2 queued` for the status bar; null when there is nothing to say. */
export const analysisText = ({ state, pausedBy, queued, current }: AnalysisStatus): string | null => {
  const waiting = queued > 0 ? ` · ${formatCount(queued)} queued` : ''
  if (state === 'running' && current) return `Analysing ${Math.floor(current.progress * 100)}%${waiting}`
  if (state !== 'paused') return null
  if (pausedBy === 'battery') return `Analysis paused on battery${waiting}`
  return `${pausedBy === 'playing' ? 'Analysis paused during playback' : 'Analysis paused'}${waiting}`
}
