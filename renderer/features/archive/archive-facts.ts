import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import type { Fact } from '../../ui/panel/facts-view.tsx'
import { exactBytes, formatBytes, formatDateTime, formatDuration } from '../../ui/text/format-text.ts'

/** What is known about an item, in reading order; what is not known is left out. */
export const factsOf = (item: ArchiveItem): Fact[] => {
  const size = item.totalBytes ?? (item.bytes > 0 ? item.bytes : null)
  const source = { mp4: 'The service’s MP4', hls: 'Stream, copied into an MP4' } as const
  const facts: (Fact | null)[] = [
    item.fileName ? { label: 'File', value: item.fileName } : null,
    size === null ? null : { label: 'Size', value: `${formatBytes(size)} (${exactBytes(size)})` },
    item.durationMs === null ? null : { label: 'Length', value: formatDuration(item.durationMs) },
    item.sha256 ? { label: 'SHA-256', value: item.sha256, mono: true } : null,
    item.source ? { label: 'From', value: source[item.source] } : null,
    { label: 'Account', value: item.accountLabel },
    { label: 'Added', value: formatDateTime(item.addedAt) },
    item.finishedAt === null ? null : { label: 'Finished', value: formatDateTime(item.finishedAt) },
    item.linksExpireAt === null || item.finishedAt !== null
      ? null
      : { label: 'Links expire', value: formatDateTime(item.linksExpireAt) },
  ]
  return facts.filter((fact) => fact !== null)
}
