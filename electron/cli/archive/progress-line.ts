import { formatBytes } from '../../contract/text/quantities.ts'
import { formatLeft } from '../output/terminal-text.ts'

type Part = { bytes: number; totalBytes: number | null; share: number | null; live: boolean }

/** Span over which the rate is measured, ms. */
const SPAN_MS = 5_000

/** One line for all transfers: how many are done, bytes, rate, time left. `now` in ms of a steady clock. */
export const createProgress = (count: number, now: () => number) => {
  const parts = new Map<string, Part>()
  let ended = 0
  let fetched = 0
  const samples: { at: number; fetched: number }[] = []

  return {
    /** `segments` of `of` stand in for the size where it is unknown. Bytes of an earlier try do not count as rate. */
    update: (id: string, progress: { bytes: number; totalBytes: number | null; segments?: number; of?: number }) => {
      const before = parts.get(id)
      if (before?.live) fetched += Math.max(0, progress.bytes - before.bytes)
      const share = progress.of && progress.segments !== undefined ? progress.segments / progress.of : null
      parts.set(id, { bytes: progress.bytes, totalBytes: progress.totalBytes, share, live: true })
    },
    end: (id: string): void => {
      ended += 1
      parts.delete(id)
    },
    line: (): string => {
      const at = now()
      samples.push({ at, fetched })
      while (samples.length > 2 && (samples[0]?.at ?? 0) < at - SPAN_MS) samples.shift()
      const first = samples[0] ?? { at, fetched }
      const rate = at - first.at > 500 ? ((fetched - first.fetched) * 1_000) / (at - first.at) : null
      const live = [...parts.values()]
      const bytes = live.reduce((sum, part) => sum + part.bytes, 0)
      const totals = live.map((part) => part.totalBytes ?? (part.share ? part.bytes / part.share : null))
      const known = totals.filter((total) => total !== null)
      const total = known.length === totals.length && known.length > 0 ? known.reduce((a, b) => a + b, 0) : null
      // Of those that have not begun nothing is known; the time left is only said for the last ones.
      const isLast = ended + live.length === count
      const left = total !== null && rate !== null && rate > 0 && isLast ? ((total - bytes) / rate) * 1_000 : null
      return [
        count > 1 ? `${ended} of ${count} done` : null,
        live.length > 0 ? `${formatBytes(bytes)}${total === null ? '' : ` of ${formatBytes(total)}`}` : 'Preparing',
        rate === null ? null : `${formatBytes(rate)}/s`,
        left === null ? null : `${formatLeft(Math.max(0, left))} left`,
      ]
        .filter((text) => text !== null)
        .join(' · ')
    },
  }
}
