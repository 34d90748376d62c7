import type { AnalysisReason } from '../../electron/contract/constants/analysis-constants.ts'
import {
  MOST_CHECKPOINT_BYTES,
  MOST_THUMBNAIL_BYTES,
  MOST_THUMBNAILS,
  THUMBNAIL_WIDTH,
} from '../../electron/contract/constants/analysis-constants.ts'
import type { AnalysisJob, AnalysisRecord, AnalysisReport } from '../../electron/contract/models/analysis-models.ts'
import { createInterpreter } from '../../electron/core/analysis/interpret.ts'
import { decodeRecording } from './decode-recording.ts'
import { readQuickLane } from './quick-lane.ts'
import { makeThumbnails } from './thumbnails.ts'

type Job = Pick<AnalysisJob, 'sources' | 'record' | 'quick' | 'checkpoint'>
export type Pacing = {
  /** Awaited between packets: held while the job is paused, and so that what plays gets its time. */
  ready: () => Promise<void> | undefined
  signal: AbortSignal
}

const PROGRESS_EVERY_MS = 500
/** A program that ends loses at most so much work. */
const CHECKPOINT_EVERY_MS = 60_000
/** Decoding this much again costs less than keeping it. */
const WORTH_KEEPING_MS = 5_000
/** A screen is shown as it has settled. */
const SETTLED_MS = 700

type Failure = { failure: AnalysisReason | 'cancelled'; part: string | null }
type Decoded = { record: AnalysisRecord } | Failure

const decode = async (
  url: string,
  checkpoint: Uint8Array | null,
  say: (report: AnalysisReport) => void,
  { ready, signal }: Pacing,
): Promise<Decoded> => {
  let interpreter = createInterpreter(0)
  let durationMs = 0
  const begun = performance.now()
  let toldAt = begun
  let keptAt = begun
  const keep = (): void => {
    keptAt = performance.now()
    const data = interpreter.save()
    if (data && data.length <= MOST_CHECKPOINT_BYTES) say({ kind: 'checkpoint', data })
  }
  const outcome = await decodeRecording(url, {
    onStart: (info) => {
      durationMs = info.durationMs
      interpreter = createInterpreter(durationMs, checkpoint)
      return interpreter.nowMs
    },
    onGrid: (timeMs, grid, key) => interpreter.push({ timeMs, grid, key }),
    onPacket: (timeMs) => {
      const now = performance.now()
      if (now - toldAt < PROGRESS_EVERY_MS) return
      toldAt = now
      say({ kind: 'progress', progress: durationMs > 0 ? Math.min(1, Math.max(0, timeMs / durationMs)) : 0 })
      if (now - keptAt >= CHECKPOINT_EVERY_MS) keep()
    },
    ready,
    signal,
  })
  if (outcome.ok) return { record: interpreter.finish() }
  const resumable = outcome.failure === 'cancelled' || outcome.failure === 'not-reachable'
  if (resumable && performance.now() - begun >= WORTH_KEEPING_MS) keep()
  return { failure: outcome.failure, part: outcome.part }
}

const addThumbnails = async (
  url: string,
  { screens, durationMs }: AnalysisRecord,
  say: (report: AnalysisReport) => void,
  { ready, signal }: Pacing,
): Promise<void> => {
  const shown = screens.slice(0, MOST_THUMBNAILS)
  const times = shown.map(({ startMs, endMs }) => Math.min(startMs + SETTLED_MS, Math.max(startMs, endMs - 1)))
  let index = 0
  for await (const image of makeThumbnails(url, [...times, Math.max(0, durationMs - 1)], THUMBNAIL_WIDTH)) {
    if (signal.aborted) return
    if (image && image.size <= MOST_THUMBNAIL_BYTES) {
      const bytes = new Uint8Array(await image.arrayBuffer())
      say({ kind: 'thumbnail', index: index < shown.length ? index : null, image: bytes })
    }
    index += 1
    await ready()
  }
}

/** Does one job and says what comes of it: the quick lane, progress, the record, its thumbnails, the end. */
export const analyse = async (job: Job, say: (report: AnalysisReport) => void, pacing: Pacing): Promise<void> => {
  let { record } = job
  let last: Failure = { failure: 'not-reachable', part: null }
  if (!record && !job.quick) {
    const lane = await readQuickLane(job.sources)
    if (lane) say({ kind: 'quick', lane })
  }
  for (const url of job.sources) {
    if (!record) {
      const decoded = await decode(url, job.checkpoint, say, pacing)
      if ('failure' in decoded) last = decoded
      else say({ kind: 'record', record: decoded.record })
      record = 'record' in decoded ? decoded.record : null
    }
    if (pacing.signal.aborted) break
    if (!record) continue
    // Without pictures a record is still worth having.
    await addThumbnails(url, record, say, pacing).catch(() => undefined)
    if (!pacing.signal.aborted) return say({ kind: 'done' })
  }
  const { failure, part } = last
  say({ kind: 'failed', reason: failure === 'cancelled' ? 'stopped' : failure, part })
}
