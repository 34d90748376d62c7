import type { ArchiveItem, ArchiveTotals } from '../../../contract/models/archive-models.ts'
import type { Clock } from '../../base/ports.ts'
import { throttle } from '../../base/throttle.ts'

/** The page hears of the queue four times a second at most. */
const EVERY_MS = 250
/** Items named one by one; beyond, the list is asked for again anyway. */
const MOST_NAMED = 100

type Waiting = { ids: Set<string> | null; removed: Set<string> }
type Changed = { items: ArchiveItem[] | null; removed: string[]; totals: ArchiveTotals }

const merge = (older: Waiting, newer: Waiting): Waiting => {
  const ids = older.ids && newer.ids && new Set([...older.ids, ...newer.ids])
  return { ids: ids && ids.size <= MOST_NAMED ? ids : null, removed: new Set([...older.removed, ...newer.removed]) }
}

/** News of items at a pace a page can follow; they are read when they are reported, so what is reported is the last. */
export const createItemEvents = (config: {
  clock: Clock
  items: (ids: string[]) => ArchiveItem[]
  totals: () => ArchiveTotals
  emit: (changed: Changed) => void
}) => {
  const throttled = throttle<Waiting>({
    clock: config.clock,
    everyMs: EVERY_MS,
    merge,
    run: ({ ids, removed }) => {
      const items = ids === null ? null : config.items([...ids].filter((id) => !removed.has(id)))
      config.emit({ items, removed: [...removed], totals: config.totals() })
    },
  })
  return {
    changed: (id: string): void => throttled.push({ ids: new Set([id]), removed: new Set() }),
    removed: (id: string): void => throttled.push({ ids: new Set(), removed: new Set([id]) }),
    /** Many, or only the totals. */
    all: (): void => throttled.push({ ids: null, removed: new Set() }),
    flush: throttled.flush,
    dispose: throttled.dispose,
  }
}
