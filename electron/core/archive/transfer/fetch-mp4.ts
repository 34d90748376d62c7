import { rm } from 'node:fs/promises'
import { fail, isDiskProblem, ok, type Problem, type Result } from '../../../contract/result.ts'
import { DEFAULT_TIMING, type Timing } from '../../media/storage/open-object.ts'
import { pause } from '../../media/storage/read-chunks.ts'
import { changedObject, missing, refusedByStorage } from '../../media/storage/storage-problems.ts'
import { TransportFault } from '../../media/storage/storage-transport.ts'
import type { Mp4Config, Mp4Outcome } from '../archive-types.ts'
import { Busy, Refused } from './connection.ts'
import { MOST_RESTARTS, Restart, type Transfer } from './connection-run.ts'
import { createRecorder, isComplete, type Job, openJob } from './job.ts'
import { type OpenFile, openPart, type PartFile } from './part-file.ts'
import { createRangeSet } from './range-set.ts'
import { runConnections } from './run-connections.ts'

/** Given back to a full disk so that the state can be written. */
const STATE_ROOM_BYTES = 64 * 1024

type Extra = { timing?: Timing; openFile?: OpenFile }

/**
 * Fills `partPath` with the MP4 of a session. Several connections share the missing bytes; each writes where its
 * bytes belong. Continues from `<part>.json` when that can be trusted. Every fault leaves a state that the next call
 * continues from; nothing that is no media ever reaches the file (D10).
 * `extra`: other waits, and another disk for tests.
 */
export const fetchMp4With = async (config: Mp4Config, extra: Extra): Promise<Result<Mp4Outcome>> => {
  let job: Job | null = null
  const left = () => (job?.known?.total == null ? null : job.known.total - (job.stale ? 0 : job.done.bytes()))
  let file: PartFile | null = null
  // The clock's timers do not keep a process alive, and between two tries there may be nothing else.
  const alive = setInterval(() => {}, 60_000)
  try {
    file = await openPart(config.partPath, left, extra.openFile)
    job = await openJob(config.partPath, file)
    return await transfer(config, extra.timing ?? DEFAULT_TIMING, file, job)
  } catch (error) {
    if (config.signal.aborted) return fail('cancelled', 'The download was stopped.')
    return { ok: false, problem: problemOf(error) }
  } finally {
    clearInterval(alive)
    const empty = file !== null && (await file.size().catch(() => 1)) === 0
    await file?.close()
    if (empty) await rm(config.partPath, { force: true }).catch(() => {})
  }
}

const problemOf = (error: unknown): Problem => {
  if (error instanceof TransportFault || error instanceof Busy) return error.problem
  if (error instanceof Refused) {
    const { status, code } = error
    return status === 404 || status === 410 ? missing(status) : refusedByStorage(status, code)
  }
  throw error
}

const transfer = async (config: Mp4Config, timing: Timing, file: PartFile, job: Job): Promise<Result<Mp4Outcome>> => {
  const { clock, log, partPath } = config
  const warnings: string[] = []
  const recorder = createRecorder({ partPath, file, job, clock, log })
  const { forget } = recorder
  const runs: Transfer = { config, timing, file, job, warnings, forget, whole: false, restarts: 0 }

  try {
    while (!isComplete(job)) {
      try {
        await runConnections(runs)
      } catch (error) {
        if (!(error instanceof Restart)) throw error
        if (++runs.restarts > MOST_RESTARTS) throw new TransportFault(changedObject, false)
        log.info('archive: the object in the storage changed or cannot be continued; from the beginning')
        job.stale = true
        if (job.strong === null) await pause(clock, timing.pausesMs[runs.restarts - 1] ?? 0, config.signal)
      }
    }
    const total = job.known?.total ?? job.done.bytes()
    if ((await file.size()) > total) await file.truncate(total)
    config.onProgress({ bytes: total, totalBytes: total })
    return ok({ bytes: total, etag: job.known?.etag ?? null, object: job.object, warnings })
  } catch (error) {
    // A full disk needs a little room for the state: it is worth more than the last finished bytes.
    if (error instanceof TransportFault && isDiskProblem(error.problem) && !job.stale) {
      const end = Math.max(0, job.done.end() - STATE_ROOM_BYTES)
      const spans = job.done.spans().filter(({ first }) => first < end)
      job.done = createRangeSet(spans.map((span) => ({ ...span, end: Math.min(span.end, end) })))
      await file.truncate(job.done.end()).catch(() => {})
    }
    throw error
  } finally {
    await recorder.stop()
  }
}
