import { isDiskProblem } from '../../../contract/result.ts'
import { pause } from '../../media/storage/read-chunks.ts'
import { cutShort } from '../../media/storage/storage-problems.ts'
import { cancelled, TransportFault } from '../../media/storage/storage-transport.ts'
import { adoptAnswer } from './adopt-answer.ts'
import { createConnection, NoRanges } from './connection.ts'
import { handleFault, type Tries } from './connection-faults.ts'
import {
  type ConnectionRun,
  canShare,
  PROGRESS_BYTES,
  Restart,
  setTotal,
  type Transfer,
  totalOf,
} from './connection-run.ts'
import { isComplete } from './job.ts'
import { createBatch } from './part-file.ts'
import { createRangeSet } from './range-set.ts'
import { watchBounds } from './transfer-bounds.ts'
import { createWorkRanges, type WorkRange } from './work-ranges.ts'

/** A connection without work looks for some this often at least. */
const IDLE_MS = 200
const PROGRESS_MS = 250

const startRun = (transfer: Transfer, signal: AbortSignal): ConnectionRun => {
  const { job } = transfer
  const done = job.stale ? createRangeSet() : job.done
  const ranges = createWorkRanges({
    done,
    total: totalOf(job),
    shared: () => canShare(run),
    whole: () => transfer.whole || job.coded,
    now: () => performance.now(),
  })
  const run: ConnectionRun = { transfer, signal, done, ranges, adopted: false, active: 0, durationMs: null }
  return run
}

/** Reports written bytes a few times a second. */
const createReport = ({ done, transfer: { config, job } }: ConnectionRun) => {
  let reportedAt = 0
  return (first: number, end: number): void => {
    done.add(first, end)
    const now = performance.now()
    if (now - reportedAt < PROGRESS_MS) return
    reportedAt = now
    config.onProgress({ bytes: done.bytes(), totalBytes: job.known?.total ?? null })
  }
}

/** Fills one range through one request, and what follows from its answer. */
const createFill = (run: ConnectionRun, addConnections: (count: number) => void) => {
  const { transfer, signal } = run
  const { config, timing, file, job } = transfer
  const { reach, read } = createConnection({ ...config, stallMs: timing.stallMs })
  const onWritten = createReport(run)

  return async (range: WorkRange): Promise<void> => {
    const ended = AbortSignal.any([signal, range.cut.signal])
    const part = await reach(job, range, transfer.whole, ended)
    try {
      if (run.adopted && run.active > 1 && (part.whole || range.position - part.first > PROGRESS_BYTES)) {
        throw new NoRanges()
      }
      if (run.adopted && job.strong === null && range.position > 0 && !part.whole) throw new Restart()
      if (!run.adopted) addConnections(await adoptAnswer(run, part))
    } catch (error) {
      part.close()
      throw error
    }
    const batch = createBatch(file, range.position, onWritten)
    const isEnd = await read(part, range, batch, ended).finally(() => batch.flush())
    if (isEnd) setTotal(run, range.position)
  }
}

/** Waits until another connection gives a range back. */
const waitForWork = async ({ transfer, ranges, signal }: ConnectionRun): Promise<void> => {
  const done = new AbortController()
  const idle = pause(transfer.config.clock, IDLE_MS, AbortSignal.any([signal, done.signal]))
  await Promise.race([idle, ranges.released()])
  idle.catch(() => {})
  done.abort()
}

/** One connection: takes ranges and fills them until none is left, or until it retires. */
const runConnection = async (run: ConnectionRun, fill: (range: WorkRange) => Promise<void>): Promise<void> => {
  const { ranges, signal } = run
  const tries: Tries = { failures: 0, renewed: false }
  for (;;) {
    if (signal.aborted) throw cancelled()
    const range = ranges.take()
    if (range === null) {
      run.active--
      return
    }
    if (range === 'wait') {
      await waitForWork(run)
      continue
    }
    const from = range.position
    let fault: unknown = null
    try {
      await fill(range)
    } catch (error) {
      fault = error
    } finally {
      ranges.release(range)
    }
    const isDisk = fault instanceof TransportFault && isDiskProblem(fault.problem)
    if (fault === null || (range.position >= range.end && !isDisk)) {
      if (range.position > from) Object.assign(tries, { failures: 0, renewed: false })
      continue
    }
    if ((await handleFault(run, fault, range.position - from, tries)) === 'retire') return
  }
}

/** One run of all connections. Throws what ends it before the file is complete: Restart or a fault. */
export const runConnections = async (transfer: Transfer): Promise<void> => {
  const { config, file, job } = transfer
  const end = new AbortController()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const fail = (error: unknown): void => {
    failed.reject(error)
    end.abort()
  }
  const run = startRun(transfer, AbortSignal.any([config.signal, end.signal]))
  const running: Promise<void>[] = []
  const addConnections = (count: number): void => {
    for (let n = 0; n < count; n++) {
      run.active++
      const connection = runConnection(run, fill)
      connection.catch(fail)
      running.push(connection)
    }
  }
  const fill = createFill(run, addConnections)
  const unwatch = watchBounds(
    {
      clock: config.clock,
      bytes: () => run.done.bytes(),
      total: () => totalOf(job),
      durationMs: () => run.durationMs,
      limited: () => config.throttle.isOff?.() === false,
      space: file.space ?? (async () => null),
    },
    (problem) => fail(new TransportFault(problem, false)),
  )
  addConnections(1)
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
