import type { ArchiveState } from '../../../contract/constants/archive-constants.ts'
import type { ArchiveItem, ArchiveTotals } from '../../../contract/models/archive-models.ts'
import type { Problem } from '../../../contract/result.ts'
import type { StoredItem } from '../../library/tables/archive-rows.ts'
import type { StateCount } from '../../library/tables/archive-table.ts'
import { leftMs, type Meter } from './meter.ts'

/** What only a running transfer knows. */
export type Live = { bytes: number; totalBytes: number | null; meter: Meter }

/** An item as the page sees it. `toLocal` takes an instant of the server's clock to ours (T07). */
export const toView = (
  item: StoredItem,
  live: Live | null,
  toLocal: (serverMs: number) => number,
  archiveFolder: string,
): ArchiveItem => {
  const { baseUrl, status, createdAt, closedAt, startMs, acceptPartial, sidecar, folder, ...shown } = item
  const bytes = live?.bytes ?? item.bytes
  const totalBytes = live?.totalBytes ?? item.totalBytes
  const rate = live && item.state === 'fetching' ? live.meter.rate() : null
  return {
    ...shown,
    otherFolder: folder === archiveFolder ? null : folder,
    bytes,
    totalBytes,
    rate,
    leftMs: rate === null ? null : leftMs(bytes, totalBytes, rate),
    linksExpireAt: item.linksExpireAt === null ? null : toLocal(item.linksExpireAt),
  }
}

const of = (counts: Map<ArchiveState, StateCount>, ...states: ArchiveState[]): StateCount =>
  states.reduce(
    (sum, state) => {
      const one = counts.get(state)
      return { items: sum.items + (one?.items ?? 0), bytes: sum.bytes + (one?.bytes ?? 0) }
    },
    { items: 0, bytes: 0 },
  )

/** Sums of the whole list; the time left takes what is queued for as large as what is done. */
export const toTotals = (
  counts: Map<ArchiveState, StateCount>,
  live: Iterable<Live>,
  blocked: Problem | null,
): ArchiveTotals => {
  const done = of(counts, 'done')
  const running = of(counts, 'fetching', 'verifying').items
  const queued = of(counts, 'queued', 'waiting', 'interrupted').items
  const all = [...live]
  const rate = all.reduce((sum, one) => sum + (one.meter.rate() ?? 0), 0)
  const sizes = all.map((one) => one.totalBytes).filter((size) => size !== null)
  const average =
    done.items > 0
      ? done.bytes / done.items
      : sizes.length > 0
        ? sizes.reduce((sum, size) => sum + size, 0) / sizes.length
        : null
  const still = all.reduce((sum, one) => sum + Math.max(0, (one.totalBytes ?? average ?? 0) - one.bytes), 0)
  const known = rate > 0 && (average !== null || (queued === 0 && all.every((one) => one.totalBytes !== null)))
  return {
    items: [...counts.values()].reduce((sum, one) => sum + one.items, 0),
    done: done.items,
    doneBytes: done.bytes,
    running,
    queued,
    failed: of(counts, 'failed', 'missing', 'altered').items,
    rate,
    leftMs: known ? ((still + queued * (average ?? 0)) / rate) * 1_000 : null,
    blocked: blocked,
  }
}
