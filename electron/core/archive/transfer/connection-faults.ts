import { pause } from '../../media/storage/read-chunks.ts'
import { changedObject, noBytes, notMedia } from '../../media/storage/storage-problems.ts'
import { cancelled, TransportFault } from '../../media/storage/storage-transport.ts'
import { Busy, Ended, NoRanges, Refused } from './connection.ts'
import { type ConnectionRun, MOST_RESTARTS, PROGRESS_BYTES, Restart, setTotal, totalOf } from './connection-run.ts'

/** What one connection did about its faults since its last progress. */
export type Tries = { failures: number; renewed: boolean }

/** `retire`: this connection ends, and others go on. */
type Consequence = 'retry' | 'retire'

/** The last connection never retires before its tries are used up: its fault is the transfer's. */
const retireOr = (run: ConnectionRun, fault: unknown): Consequence => {
  if (run.active === 1) throw fault
  run.active--
  return 'retire'
}

const onRefused = async (run: ConnectionRun, refused: Refused, tries: Tries): Promise<Consequence> => {
  if (tries.renewed) return retireOr(run, refused)
  tries.renewed = true
  const renewed = await run.transfer.config.links.renew(refused.record, run.signal)
  if (!renewed.ok) throw new TransportFault(renewed.problem, false)
  return 'retry'
}

/** True when the object is complete; otherwise the storage denies its first byte, and a whole answer is next. */
const onEnded = (run: ConnectionRun, { total }: Ended): boolean => {
  const { transfer, done, adopted } = run
  const known = totalOf(transfer.job)
  if (known === null && adopted && (total === null || total === done.end())) {
    setTotal(run, done.end())
    return true
  }
  if (known !== null || adopted || done.bytes() > 0) throw new Restart()
  if (total === 0) throw new TransportFault(notMedia, false)
  // Every object has a first byte: a storage that denies it cannot do ranges (D06).
  transfer.whole = true
  return false
}

/** Waits before the next try, unless there were enough of them. */
const onTransient = async (run: ConnectionRun, error: unknown, got: number, tries: Tries): Promise<Consequence> => {
  const { transfer, signal } = run
  const { job, timing, config } = transfer
  // Without a strong validator nothing can be continued: the whole once more (D05, D08).
  if (got > 0 && (job.strong === null || job.coded)) throw transfer.restarts < MOST_RESTARTS ? new Restart() : error
  const ms = timing.pausesMs[tries.failures++]
  if (ms === undefined) return retireOr(run, error instanceof Ended ? new TransportFault(noBytes, true) : error)
  await pause(config.clock, Math.max(ms, error instanceof Busy ? error.waitMs : 0), signal)
  return 'retry'
}

/**
 * What a fault of one connection means for it, `got` bytes after its request. Throws what ends the run: Restart, or a
 * fault that no further try repairs.
 */
export const handleFault = async (
  run: ConnectionRun,
  error: unknown,
  got: number,
  tries: Tries,
): Promise<Consequence> => {
  const { transfer } = run
  if (run.signal.aborted) throw cancelled()
  if (got >= PROGRESS_BYTES && transfer.job.strong !== null) Object.assign(tries, { failures: 0, renewed: false })
  if (error instanceof TransportFault && error.problem === changedObject) throw new Restart()
  if (error instanceof Refused) return onRefused(run, error, tries)
  if (error instanceof NoRanges) {
    if (run.active > 1) return retireOr(run, error)
    transfer.whole = true
    return 'retry'
  }
  if (error instanceof Ended && onEnded(run, error)) return 'retry'
  const isTransient =
    error instanceof Ended || error instanceof Busy || (error instanceof TransportFault && error.transient)
  if (!isTransient) throw error
  return onTransient(run, error, got, tries)
}
