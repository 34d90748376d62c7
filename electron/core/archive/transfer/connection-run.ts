import type { Timing } from '../../media/storage/open-object.ts'
import type { Mp4Config } from '../archive-types.ts'
import type { Job } from './job.ts'
import type { PartFile } from './part-file.ts'
import type { RangeSet } from './range-set.ts'
import type { WorkRanges } from './work-ranges.ts'

/** How often a transfer begins again because the object changed or cannot be continued. */
export const MOST_RESTARTS = 3
/** So many bytes are progress: the next fault is a first one again. */
export const PROGRESS_BYTES = 64 * 1024

/** The finished bytes and what comes now are not of one object. */
export class Restart extends Error {}

/** One transfer, over all its runs. */
export type Transfer = {
  readonly config: Mp4Config
  readonly timing: Timing
  readonly file: PartFile
  readonly job: Job
  readonly warnings: string[]
  /** The state that was written is of another object. */
  readonly forget: () => void
  /** The storage does not answer ranges. */
  whole: boolean
  restarts: number
}

/** What the connections of one run share. A run ends with the file, with a fault, or with a restart. */
export type ConnectionRun = {
  readonly transfer: Transfer
  readonly signal: AbortSignal
  /** Bytes in the file that count in this run. */
  readonly done: RangeSet
  readonly ranges: WorkRanges
  /** The first good answer came, and the others must match it. */
  adopted: boolean
  /** Connections at work. */
  active: number
  /** `video_duration_ms`; null while unknown. */
  durationMs: number | null
}

/** Whether several connections may fetch: a storage that changed its object once gets one, whose answer is of one object (D05). */
export const canShare = ({ transfer, adopted }: Pick<ConnectionRun, 'transfer' | 'adopted'>): boolean => {
  const { restarts, whole, job } = transfer
  return restarts === 0 && adopted && !whole && !job.coded && job.strong !== null
}

/** The size of the object; null while unknown. What is known of a stale one does not count. */
export const totalOf = (job: Job): number | null => (job.stale ? null : (job.known?.total ?? null))

/** The size became known behind the last byte that came. */
export const setTotal = ({ transfer: { job }, ranges }: ConnectionRun, total: number): void => {
  if (job.known) job.known = { ...job.known, total }
  ranges.limit(total)
}
