import type { ArchiveQuery, ArchiveTotals } from '../../../electron/contract/models/archive-models.ts'
import { formatBytes, formatCount, formatSpan } from '../../ui/text/format-text.ts'

/** The smallest question that answers the totals; the event of the archive keeps its answer new. */
export const TOTALS_ONLY: ArchiveQuery = {
  text: '',
  states: [],
  sort: 'added',
  direction: 'desc',
  offset: 0,
  limit: 1,
}

/** `Transfers: 2 running · 14.2 MB/s · 1 min left` for the status bar; null when there is nothing to say. */
export const transferWords = (totals: ArchiveTotals): { text: string; title: string; warn: boolean } | null => {
  const { running, queued, failed, rate, leftMs, held } = totals
  const trouble = failed > 0 ? `${formatCount(failed)} with a problem` : ''
  if (held && queued > 0)
    return { text: `Transfers stand still: ${formatCount(queued)} wait`, title: held.message, warn: true }
  const parts: string[] = []
  if (running > 0) {
    parts.push(`${formatCount(running)} running`)
    if (rate > 0) parts.push(`${formatBytes(rate)}/s`)
    if (leftMs !== null && Number.isFinite(leftMs)) parts.push(`${formatSpan(Math.max(1_000, leftMs))} left`)
  } else if (queued > 0) parts.push(`${formatCount(queued)} queued`)
  if (trouble) parts.push(trouble)
  if (parts.length === 0) return null
  return { text: `Transfers: ${parts.join(' · ')}`, title: 'Show the archive', warn: running + queued === 0 }
}
