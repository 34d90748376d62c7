import type { ArchiveTotals } from '../../../electron/contract/models/archive-models.ts'
import { formatBytes, formatCount } from '../../ui/text/format-text.ts'
import { leftText, rateText } from './archive-progress.ts'

/** The line below the table: what is kept, what runs, how fast, how long. */
export const totalsWords = (totals: ArchiveTotals): string => {
  if (totals.items === 0) return ''
  const { done, doneBytes, running, queued, failed, rate, leftMs } = totals
  const parts = [done === 0 ? 'Nothing archived yet' : `${formatCount(done)} archived, ${formatBytes(doneBytes)}`]
  if (running > 0) parts.push(`${formatCount(running)} running`)
  if (queued > 0) parts.push(`${formatCount(queued)} queued`)
  if (failed > 0) parts.push(`${formatCount(failed)} with a problem`)
  if (running > 0 && rate > 0) parts.push(rateText(rate))
  const left = leftText(leftMs)
  if (running > 0 && left) parts.push(`${left} left`)
  return parts.join(' · ')
}
