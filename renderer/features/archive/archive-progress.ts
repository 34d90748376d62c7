import type { ArchiveItem, ArchiveTotals } from '../../../electron/contract/models/archive-models.ts'
import { exactBytes, formatBytes, formatCount, formatSpan } from '../../ui/text/format-text.ts'

/** The line below the table: what is kept, what runs, how fast, how long. */
export const totalsText = (totals: ArchiveTotals): string => {
  if (totals.items === 0) return ''
  const { done, doneBytes, running, queued, failed, rate, leftMs } = totals
  const parts = [done === 0 ? 'No recordings yet' : `${formatCount(done)} archived, ${formatBytes(doneBytes)}`]
  if (running > 0) parts.push(`${formatCount(running)} running`)
  if (queued > 0) parts.push(`${formatCount(queued)} queued`)
  if (failed > 0) parts.push(`${formatCount(failed)} failed`)
  if (running > 0 && rate > 0) parts.push(rateText(rate))
  const left = leftText(leftMs)
  if (running > 0 && left) parts.push(`${left} left`)
  return parts.join(' · ')
}

type Measured = Pick<ArchiveItem, 'state' | 'bytes' | 'totalBytes'>

/** Fetched share, 0 to 1; null when the size is unknown (D07) or nothing is left to fetch. */
export const shareOf = ({ state, bytes, totalBytes }: Measured): number | null => {
  if (state === 'done' || state === 'missing' || state === 'altered') return null
  if (totalBytes === null || totalBytes <= 0) return null
  return Math.min(1, Math.max(0, bytes / totalBytes))
}

/** Never 100 before it is whole: rounded down. */
export const percentText = (share: number): string => `${Math.floor(share * 100)}%`

/** The content of the size column, with the exact form for the hover. */
export const sizeText = (item: Measured): { text: string; title: string } => {
  const { bytes, totalBytes } = item
  const share = shareOf(item)
  const whole = totalBytes ?? bytes
  if (share !== null)
    return { text: formatBytes(whole), title: `${formatBytes(bytes)} of ${formatBytes(whole)} (${exactBytes(whole)})` }
  if (whole === 0) return { text: '', title: '' }
  return { text: formatBytes(whole), title: exactBytes(whole) }
}

/** `14.2 MB/s`; empty when nothing runs. */
export const rateText = (rate: number | null): string =>
  rate === null || !Number.isFinite(rate) || rate < 0 ? '' : `${formatBytes(rate)}/s`

/** `1 min`; empty when unknown. Never `0 s`. */
export const leftText = (leftMs: number | null): string =>
  leftMs === null || !Number.isFinite(leftMs) || leftMs < 0 ? '' : formatSpan(Math.max(1_000, leftMs))
