import { rm } from 'node:fs/promises'
import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { Part } from '../../replay/storage/attempt.ts'
import { pause } from '../../replay/storage/bytes.ts'
import { DEFAULT_TIMING, type Timing } from '../../replay/storage/open.ts'
import { changedObject, cutShort, noBytes, notMedia, refusedByStorage } from '../../replay/storage/problems.ts'
import { cancelled, TransportFault } from '../../replay/storage/transport.ts'
import type { Mp4Config, Mp4Outcome } from '../types.ts'
import { Busy, createConnection, Ended, NoRanges, Refused } from './connection.ts'
import { createRecorder, type Job, openJob, strongOf } from './job.ts'
import { createBatch, type OpenFile, openPart, type PartFile } from './part-file.ts'
import { createPieces, type Piece } from './pieces.ts'
import { createRangeSet } from './range-set.ts'

/** A file below this comes through one connection. */
const SMALL_BYTES = 4 * 1024 * 1024
/** So many bytes are progress: the next fault is a first one again. */
const PROGRESS_BYTES = 64 * 1024
/** How often a transfer begins again because the object changed or cannot be continued. */
const MOST_RESTARTS = 3
const IDLE_MS = 200
/** Given back to a full disk so that the state can be written. */
const STATE_ROOM_BYTES = 64 * 1024
const PROGRESS_MS = 250

/** The finished bytes and what comes now are not of one object. */
class Restart extends Error {}

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
    if (config.signal.aborted) return fail('cancelled', 'The transfer was ended.')
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
  if (error instanceof Refused) return refusedByStorage(error.status, error.code)
  throw error
}

const transfer = async (config: Mp4Config, timing: Timing, file: PartFile, job: Job): Promise<Result<Mp4Outcome>> => {
  const { clock, log, partPath } = config
  const warnings: string[] = []
  const recorder = createRecorder({ partPath, file, job, clock, log })
  let whole = false // the storage does not answer ranges
  let restarts = 0

  try {
    while (!isComplete(job)) {
      try {
        await runOnce()
      } catch (error) {
        if (!(error instanceof Restart)) throw error
        if (++restarts > MOST_RESTARTS) throw new TransportFault(changedObject, false)
        log.info('archive: the object in the storage changed or cannot be continued; from the beginning')
        job.stale = true
        if (job.strong === null) await pause(clock, timing.pausesMs[restarts - 1] ?? 0, config.signal)
      }
    }
    const total = job.known?.total ?? job.done.bytes()
    if ((await file.size()) > total) await file.truncate(total)
    config.onProgress({ bytes: total, totalBytes: total })
    return ok({ bytes: total, etag: job.known?.etag ?? null, object: job.object, warnings })
  } catch (error) {
    // A full disk needs a little room for the state: it is worth more than the last finished bytes.
    if (error instanceof TransportFault && error.problem.code === 'storage' && !job.stale) {
      const end = Math.max(0, job.done.end() - STATE_ROOM_BYTES)
      const spans = job.done.spans().filter(({ first }) => first < end)
      job.done = createRangeSet(spans.map((span) => ({ ...span, end: Math.min(span.end, end) })))
      await file.truncate(job.done.end()).catch(() => {})
    }
    throw error
  } finally {
    await recorder.stop()
  }

  /** One run of all connections; a restart or a fault ends it. */
  async function runOnce(): Promise<void> {
    const end = new AbortController()
    const signal = AbortSignal.any([config.signal, end.signal])
    const done = job.stale ? createRangeSet() : job.done
    const { reach, read } = createConnection({ ...config, stallMs: timing.stallMs })
    let adopted = false
    let alive = 0
    let reportedAt = 0
    // A storage that changed its mind once gets one connection: one answer is of one object (D05).
    const canShare = () => restarts === 0 && adopted && !whole && !job.coded && job.strong !== null
    const pieces = createPieces({
      done,
      total: job.stale ? null : (job.known?.total ?? null),
      shared: canShare,
      whole: () => whole || job.coded,
      now: () => performance.now(),
    })
    const running: Promise<void>[] = []
    const failed = Promise.withResolvers<never>()
    failed.promise.catch(() => {})

    const spawn = () => {
      alive++
      const worker = work()
      worker.catch((error) => {
        failed.reject(error)
        end.abort()
      })
      running.push(worker)
    }

    const onWritten = (first: number, last: number) => {
      done.add(first, last)
      const now = performance.now()
      if (now - reportedAt < PROGRESS_MS) return
      reportedAt = now
      config.onProgress({ bytes: done.bytes(), totalBytes: job.known?.total ?? null })
    }

    /** The first good answer of a run decides what the rest must match. */
    const adopt = async (part: Part): Promise<void> => {
      if (adopted) return
      const { total } = part.validator
      // Told before the disk is asked: who waits for room must know how much (D13).
      if (total !== null) config.onProgress({ bytes: done.bytes(), totalBytes: total })
      if (job.stale || job.known === null) {
        const size = await file.size()
        if (total !== null) await file.needs(Math.max(0, total - size))
        await file.truncate(0)
        job.known = part.validator
        job.strong = strongOf(part.validator)
        job.done = done
        job.coded = part.coded
        job.stale = false
        recorder.forget()
        if (part.coded) warnings.push('The storage sent the recording compressed.')
        else if (total === null) warnings.push('The storage did not say how large the recording is.')
      } else {
        if (total !== null) job.known = { ...job.known, total }
        await file.needs(Math.max(0, (job.known.total ?? 0) - done.bytes()))
      }
      if (total !== null) pieces.limit(total)
      adopted = true
      if (part.whole && !part.coded) whole = true
      const missing = total === null ? 0 : total - done.bytes()
      if (canShare() && missing >= SMALL_BYTES) {
        for (let n = 1; n < config.connections; n++) spawn()
      }
    }

    const fill = async (piece: Piece): Promise<void> => {
      const line = AbortSignal.any([signal, piece.cut.signal])
      const part = await reach(job, piece, whole, line)
      if (adopted && alive > 1 && (part.whole || piece.position - part.first > PROGRESS_BYTES)) {
        part.close()
        throw new NoRanges()
      }
      if (adopted && job.strong === null && piece.position > 0 && !part.whole) {
        part.close()
        throw new Restart()
      }
      try {
        await adopt(part)
      } catch (error) {
        part.close()
        throw error
      }
      const batch = createBatch(file, piece.position, onWritten)
      let ended = false
      try {
        ended = await read(part, piece, batch, line)
      } finally {
        await batch.flush()
      }
      if (!ended) return
      const total = piece.position
      if (job.known) job.known = { ...job.known, total }
      pieces.limit(total)
    }

    /** The last connection never gives up before the tries are used up: it tells what is wrong. */
    const retires = (): boolean => {
      if (alive === 1) return false
      alive--
      return true
    }

    /** What one fault of one piece means. Answers false when this connection retires. */
    const answerFault = async (error: unknown, got: number, tries: { failures: number; renewed: boolean }) => {
      if (signal.aborted) throw cancelled()
      if (got >= PROGRESS_BYTES && job.strong !== null) {
        tries.failures = 0
        tries.renewed = false
      }
      if (error instanceof TransportFault && error.problem === changedObject) throw new Restart()
      if (error instanceof Refused) {
        if (tries.renewed) {
          if (retires()) return false
          throw error
        }
        tries.renewed = true
        const renewed = await config.links.renew(error.record, signal)
        if (!renewed.ok) throw new TransportFault(renewed.problem, false)
        return true
      }
      if (error instanceof NoRanges) {
        if (retires()) return false
        whole = true
        return true
      }
      if (error instanceof Ended) {
        const known = job.stale ? null : (job.known?.total ?? null)
        if (known === null && adopted && (error.total === null || error.total === done.end())) {
          if (job.known) job.known = { ...job.known, total: done.end() }
          pieces.limit(done.end())
          return true
        }
        if (known !== null || adopted || done.bytes() > 0) throw new Restart()
        if (error.total === 0) throw new TransportFault(notMedia, false)
        // Every object has a first byte: a storage that denies it cannot do ranges (D06).
        whole = true
      }
      const denied = error instanceof Ended
      const transient = denied || error instanceof Busy || (error instanceof TransportFault && error.transient)
      if (!transient) throw error
      // Without a strong validator nothing can be continued: the whole once more (D05, D08).
      if (got > 0 && (job.strong === null || job.coded)) throw restarts < MOST_RESTARTS ? new Restart() : error
      const ms = timing.pausesMs[tries.failures++]
      if (ms === undefined) {
        if (retires()) return false
        throw denied ? new TransportFault(noBytes, true) : error
      }
      await pause(clock, Math.max(ms, error instanceof Busy ? error.waitMs : 0), signal)
      return true
    }

    const work = async (): Promise<void> => {
      const tries = { failures: 0, renewed: false }
      for (;;) {
        if (signal.aborted) throw cancelled()
        const piece = pieces.take()
        if (piece === null) {
          alive--
          return
        }
        if (piece === 'wait') {
          const done = new AbortController()
          const idle = pause(clock, IDLE_MS, AbortSignal.any([signal, done.signal]))
          await Promise.race([idle, pieces.released()])
          idle.catch(() => {})
          done.abort()
          continue
        }
        const from = piece.position
        let fault: unknown = null
        try {
          await fill(piece)
        } catch (error) {
          fault = error
        } finally {
          pieces.release(piece)
        }
        const isDisk = fault instanceof TransportFault && fault.problem.code === 'storage'
        if (fault === null || (piece.position >= piece.end && !isDisk)) {
          if (piece.position > from) Object.assign(tries, { failures: 0, renewed: false })
          continue
        }
        if (!(await answerFault(fault, piece.position - from, tries))) return
      }
    }

    spawn()
    try {
      // Connections join while others run: `running` may grow.
      for (let n = 0; n < running.length; n++) await Promise.race([running[n], failed.promise])
    } finally {
      end.abort()
      await Promise.allSettled(running)
    }
    if (!isComplete(job)) throw new TransportFault(cutShort, true)
  }
}

const isComplete = (job: Job): boolean => {
  const total = job.known?.total ?? null
  return !job.stale && total !== null && total > 0 && job.done.gaps(total).length === 0
}
