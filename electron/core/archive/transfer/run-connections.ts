import { isDiskProblem } from '../../../contract/result.ts'
import { pause } from '../../media/storage/bytes.ts'
import type { Timing } from '../../media/storage/open.ts'
import { changedObject, cutShort, noBytes, notMedia } from '../../media/storage/problems.ts'
import type { Part } from '../../media/storage/storage-request.ts'
import { cancelled, TransportFault } from '../../media/storage/transport.ts'
import type { Mp4Config } from '../archive-types.ts'
import { Busy, createConnection, Ended, NoRanges, Refused } from './connection.ts'
import { isComplete, type Job, strongOf } from './job.ts'
import { createBatch, type PartFile } from './part-file.ts'
import { createRangeSet } from './range-set.ts'
import { watchBounds } from './transfer-bounds.ts'
import { createPieces, type Piece } from './work-ranges.ts'

/** A file below this comes through one connection. */
const SMALL_BYTES = 4 * 1024 * 1024
/** So many bytes are progress: the next fault is a first one again. */
const PROGRESS_BYTES = 64 * 1024
/** How often a transfer begins again because the object changed or cannot be continued. */
export const MOST_RESTARTS = 3
const IDLE_MS = 200
const PROGRESS_MS = 250

/** The finished bytes and what comes now are not of one object. */
export class Restart extends Error {}

/** What one run leaves to the next. */
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

/** One run of all connections; a restart or a fault ends it. */
export const runConnections = async (transfer: Transfer): Promise<void> => {
  const { config, timing, file, job, warnings } = transfer
  const end = new AbortController()
  const signal = AbortSignal.any([config.signal, end.signal])
  const done = job.stale ? createRangeSet() : job.done
  const { reach, read } = createConnection({ ...config, stallMs: timing.stallMs })
  let adopted = false
  let alive = 0
  let reportedAt = 0
  // A storage that changed its mind once gets one connection: one answer is of one object (D05).
  const canShare = () => transfer.restarts === 0 && adopted && !transfer.whole && !job.coded && job.strong !== null
  const pieces = createPieces({
    done,
    total: job.stale ? null : (job.known?.total ?? null),
    shared: canShare,
    whole: () => transfer.whole || job.coded,
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
    const record = await config.links.record(signal)
    durationMs = record.ok ? record.value.durationMs : null
    // Told before the disk is asked: who waits for room must know how much (D13).
    if (total !== null) config.onProgress({ bytes: done.bytes(), totalBytes: total })
    if (job.stale || job.known === null) {
      const size = await file.size()
      if (total !== null) await file.needs(Math.max(0, total - size))
      // Not an empty file: ext4 writes one that was cut to nothing out to the disk when it is closed (auto_da_alloc).
      if (size > 0) await file.truncate(0)
      job.known = part.validator
      job.strong = strongOf(part.validator)
      job.done = done
      job.coded = part.coded
      job.stale = false
      transfer.forget()
      if (part.coded) warnings.push('The storage sent the recording compressed.')
      else if (total === null) warnings.push('The storage did not say how large the recording is.')
    } else {
      if (total !== null) job.known = { ...job.known, total }
      await file.needs(Math.max(0, (job.known.total ?? 0) - done.bytes()))
    }
    if (total !== null) pieces.limit(total)
    adopted = true
    if (part.whole && !part.coded) transfer.whole = true
    const missing = total === null ? 0 : total - done.bytes()
    if (canShare() && missing >= SMALL_BYTES) {
      for (let n = 1; n < config.connections; n++) spawn()
    }
  }

  const fill = async (piece: Piece): Promise<void> => {
    const line = AbortSignal.any([signal, piece.cut.signal])
    const part = await reach(job, piece, transfer.whole, line)
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
      transfer.whole = true
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
      transfer.whole = true
    }
    const denied = error instanceof Ended
    const transient = denied || error instanceof Busy || (error instanceof TransportFault && error.transient)
    if (!transient) throw error
    // Without a strong validator nothing can be continued: the whole once more (D05, D08).
    if (got > 0 && (job.strong === null || job.coded)) throw transfer.restarts < MOST_RESTARTS ? new Restart() : error
    const ms = timing.pausesMs[tries.failures++]
    if (ms === undefined) {
      if (retires()) return false
      throw denied ? new TransportFault(noBytes, true) : error
    }
    await pause(config.clock, Math.max(ms, error instanceof Busy ? error.waitMs : 0), signal)
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
        const idle = pause(config.clock, IDLE_MS, AbortSignal.any([signal, done.signal]))
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
      const isDisk = fault instanceof TransportFault && isDiskProblem(fault.problem)
      if (fault === null || (piece.position >= piece.end && !isDisk)) {
        if (piece.position > from) Object.assign(tries, { failures: 0, renewed: false })
        continue
      }
      if (!(await answerFault(fault, piece.position - from, tries))) return
    }
  }

  let durationMs: number | null = null
  const unwatch = watchBounds(
    {
      clock: config.clock,
      bytes: () => done.bytes(),
      total: () => (job.stale ? null : (job.known?.total ?? null)),
      durationMs: () => durationMs,
      limited: () => config.throttle.isOff?.() === false,
      space: file.space ?? (async () => null),
    },
    (problem) => {
      failed.reject(new TransportFault(problem, false))
      end.abort()
    },
  )

  spawn()
  try {
    // Connections join while others run: `running` may grow.
    for (let n = 0; n < running.length; n++) await Promise.race([running[n], failed.promise])
  } finally {
    unwatch()
    end.abort()
    await Promise.allSettled(running)
  }
  if (!isComplete(job)) throw new TransportFault(cutShort, true)
}
