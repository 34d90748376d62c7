import type { Clock, Log } from '../../base/ports.ts'
import { parseHttpDate } from '../../base/time.ts'
import type { Validator } from '../../media/storage/storage-answer.ts'
import type { PartFile } from './part-file.ts'
import { readState, writeState } from './part-state.ts'
import { createRangeSet, type RangeSet, type Span } from './range-set.ts'

/** What is known of one transfer, shared by its connections. */
export type Job = {
  done: RangeSet
  /** What the finished bytes were read from; null before the first answer. */
  known: Validator | null
  /** The text for `If-Range`; null: no answer can continue another one (D05). */
  strong: string | null
  /** The storage compresses: positions mean nothing between answers (D08). */
  coded: boolean
  object: string
  /** What lies in the file is of no use. It stays until something better arrives. */
  stale: boolean
}

/** RFC 9110, 8.8.2.2: a date is a strong validator when the object was a minute old at least. */
const SETTLED_MS = 60_000

/** The validator that distinguishes two objects for certain, or null (D05). */
export const strongOf = ({ etag, modified, date }: Validator): string | null => {
  if (etag !== null && /^"[^"]*"$/.test(etag)) return etag
  const changed = parseHttpDate(modified)
  const answered = parseHttpDate(date ?? null)
  return changed !== null && answered !== null && answered - changed >= SETTLED_MS ? modified : null
}

const fresh = (stale: boolean): Job => ({
  done: createRangeSet(),
  known: null,
  strong: null,
  coded: false,
  object: '',
  stale,
})

/**
 * Takes up what an earlier run left. A part counts only with a state beside it that fits: a strong validator, a size
 * that can be, and the same bytes at the ends of every finished span (D21).
 */
export const openJob = async (partPath: string, file: PartFile): Promise<Job> => {
  const size = await file.size()
  const state = size > 0 ? await readState(partPath) : null
  if (!state || state.strong === null || state.spans.length === 0) return fresh(size > 0)
  const done = createRangeSet(state.spans)
  if (done.end() > size || (state.total !== null && Math.max(size, done.end()) > state.total)) return fresh(true)
  if (state.probe === null || (await file.probe(done.spans())) !== state.probe) return fresh(true)
  const known = { etag: state.etag, modified: state.modified, total: state.total }
  return { done, known, strong: state.strong, coded: false, object: state.object, stale: false }
}

const QUICK_MS = 500
/** What a power loss may cost at most, beside the time of the sync itself. */
const SYNC_MS = 5_000

/**
 * Writes the state beside the part: twice a second what is written (a kill loses no more), every five seconds what is
 * on the disk (fdatasync first). Spans are recorded only after their bytes. A state that cannot be written is no
 * fault of the transfer: the older one stays and is true.
 */
export const createRecorder = (config: { partPath: string; file: PartFile; job: Job; clock: Clock; log: Log }) => {
  const { partPath, file, job, clock, log } = config
  let synced: Span[] = []
  let syncedProbe: string | null = null
  let lastSync = performance.now()
  let saved = -1
  let cancel = () => {}
  let stopped = false
  let saving: Promise<void> = Promise.resolve()

  const save = async (durable: boolean) => {
    const { done, known } = job
    if (job.stale || !known) return
    const spans = done.spans()
    const bytes = done.bytes()
    if (!durable && bytes === saved) return
    try {
      if (durable) await file.sync()
      const probe = await file.probe(spans)
      if (job.stale || job.done !== done) return
      if (durable) [synced, syncedProbe] = [spans, probe]
      const { etag, modified, total } = known
      const { object, strong } = job
      await writeState(partPath, { object, etag, modified, strong, total, spans, probe, synced, syncedProbe }, durable)
      saved = bytes
    } catch {
      log.warn('archive: the state of a part file could not be written')
    }
  }

  const plan = () => {
    if (stopped) return
    cancel = clock.after(QUICK_MS, () => {
      const durable = performance.now() - lastSync >= SYNC_MS
      if (durable) lastSync = performance.now()
      saving = saving.then(() => save(durable)).then(plan)
    })
  }
  plan()

  return {
    /** Nothing of the old content counts any more. */
    forget: () => {
      synced = []
      syncedProbe = null
      saved = -1
    },
    /** Saves once more and ends. */
    stop: async () => {
      stopped = true
      cancel()
      saving = saving.then(() => save(false))
      await saving
    },
  }
}

/** Every byte of the object is in the part. */
export const isComplete = (job: Job): boolean => {
  const total = job.known?.total ?? null
  return !job.stale && total !== null && total > 0 && job.done.gaps(total).length === 0
}
