import type { Problem, ProblemCode } from '../../../contract/result.ts'
import type { StoredItem } from '../../library/tables/archive-rows.ts'
import { type ClaimedRunsConfig, createClaimedRuns } from './claimed-run.ts'
import type { Live } from './item-view.ts'
import { createMeter } from './meter.ts'
import { createQueueBlock } from './queue-block.ts'
import { type Outcome, pauseAfter } from './run-outcome.ts'

const ELSEWHERE_MS = 5_000

type QueueConfig = Omit<ClaimedRunsConfig, 'triesOf'> & {
  /** False for an account that was removed. */
  isAccount: (accountId: string) => boolean
}
type Running = { abort: AbortController; done: Promise<void>; live: Live }

/** There is nothing to archive, which is no failure. */
const NONE: readonly ProblemCode[] = ['no-recording', 'no-frames']
const SIGNED_OUT: Problem = {
  code: 'signed-out',
  message: 'The account of the queued recordings is signed out.',
  next: 'Sign in. The queue then resumes automatically.',
}

const REMOVED: Problem = {
  code: 'signed-out',
  message: 'The queued recordings belong to an account that was removed.',
  next: 'Connect the account again to continue, or remove them from the list.',
}

/**
 * Runs what is queued, a bounded number at once, links that expire first before all others. Everything it decides is in
 * the database, so that an end at any moment loses nothing (D21). Timers only, no comparing of clocks (T07).
 */
export const createQueue = (config: QueueConfig) => {
  const { table, engine, clock, log, store, onChange } = config
  const running = new Map<string, Running>()
  /** Items that wait for their next try, and how the wait is ended. */
  const backoffs = new Map<string, () => void>()
  const tries = new Map<string, number>()
  /** Accounts that were refused; until something changes there. */
  const refused = new Set<string>()
  let blocked: Problem | null = null
  let started = false
  let disposed = false

  const queueBlock = createQueueBlock({
    clock,
    files: engine.files,
    folder: config.folder,
    onChange: () => {
      onChange(null)
      pump()
    },
  })

  const runClaimed = createClaimedRuns({ ...config, triesOf: (id) => tries.get(id) ?? 0 })
  const isIdle = (id: string): boolean => !running.has(id) && !backoffs.has(id)
  const backOff = (id: string, ms: number): void => {
    backoffs.get(id)?.()
    backoffs.set(
      id,
      clock.after(ms, () => {
        backoffs.delete(id)
        pump()
      }),
    )
  }
  const cancelBackoff = (id: string): void => {
    backoffs.get(id)?.()
    backoffs.delete(id)
  }
  /** Queued again, as interrupted when it has bytes (D21). */
  const requeue = (id: string, problem: Problem | null): void => {
    const item = table.get(id)
    if (item) store(id, { state: item.bytes > 0 ? 'interrupted' : 'queued', problem })
  }

  const settle = async (id: string, accountId: string, outcome: Outcome): Promise<void> => {
    switch (outcome.kind) {
      case 'done':
        tries.delete(id)
        return
      case 'ended':
        return
      case 'failed':
        tries.delete(id)
        store(id, { state: NONE.includes(outcome.problem.code) ? 'no-recording' : 'failed', problem: outcome.problem })
        return
      case 'signed-out':
        refused.add(accountId)
        requeue(id, null)
        return
      case 'disk':
      case 'limit':
        if (await queueBlock.consider(outcome)) return requeue(id, null)
        return settle(id, accountId, { kind: 'again', problem: outcome.problem })
      case 'wait':
      case 'again': {
        const count = (tries.get(id) ?? 0) + 1
        tries.set(id, count)
        // Another process may end at any moment, and looking costs no request.
        backOff(id, outcome.problem.code === 'conflict' ? ELSEWHERE_MS : pauseAfter(outcome, count))
        if (outcome.kind === 'wait') store(id, { state: 'waiting', problem: outcome.problem })
        else requeue(id, outcome.problem)
      }
    }
  }

  const begin = (item: StoredItem): void => {
    const { id, accountId } = item
    const abort = new AbortController()
    const live: Live = { bytes: item.bytes, totalBytes: item.totalBytes, meter: createMeter(clock) }
    const work = async (): Promise<void> => {
      let outcome: Outcome
      try {
        outcome = await runClaimed(item, live, abort.signal)
      } catch (error) {
        // A bug in one item must not stop the others.
        log.error(`archive: ${error instanceof Error ? (error.stack ?? error.message) : 'fault'}`)
        const problem: Problem = {
          code: 'internal',
          message: 'Archiving stopped because of an internal error.',
          next: 'Retry.',
        }
        outcome = (tries.get(id) ?? 0) >= 2 ? { kind: 'failed', problem } : { kind: 'again', problem }
      }
      if (live.bytes > 0 && outcome.kind !== 'done')
        table.update(id, { bytes: live.bytes, totalBytes: live.totalBytes })
      if (abort.signal.aborted && outcome.kind !== 'done') outcome = { kind: 'ended' }
      await settle(id, accountId, outcome)
      running.delete(id)
      onChange(id)
      if (!disposed) pump()
    }
    const entry: Running = { abort, live, done: Promise.resolve() }
    running.set(id, entry)
    entry.done = work()
  }

  const pump = (): void => {
    if (!started || disposed) return
    // One look at each account, not one for each of ten thousand items.
    const known = new Map<string, boolean>()
    const usable = (accountId: string): boolean => {
      const answer = known.get(accountId) ?? (!refused.has(accountId) && config.account(accountId)?.signedIn === true)
      known.set(accountId, answer)
      return answer
    }
    while (queueBlock.problem() === null && running.size < config.settings().archiveAtOnce) {
      const item = table.next(({ id, accountId }) => isIdle(id) && usable(accountId))
      if (!item) break
      begin(item)
    }
    const stuck = (of: (accountId: string) => boolean) =>
      table.next(({ id, accountId }) => isIdle(id) && !usable(accountId) && of(accountId)) !== null
    const still = running.size === 0 && queueBlock.problem() === null
    // Signing in helps only accounts that are still here.
    const next = !still ? null : stuck(config.isAccount) ? SIGNED_OUT : stuck(() => true) ? REMOVED : null
    if (next !== blocked) {
      blocked = next
      onChange(null)
    }
  }

  return {
    live: (id: string): Live | null => running.get(id)?.live ?? null,
    allLive: (): Live[] => [...running.values()].map((one) => one.live),
    blockedBy: (): Problem | null => queueBlock.problem() ?? blocked,
    /** Resumes what a crash left. */
    start: (): void => {
      if (started || disposed) return
      table.wake()
      started = true
      pump()
    },
    pump,
    /** Ends these items where they run; afterwards nothing touches their files. */
    stop: async (ids: readonly string[]): Promise<void> => {
      const ends = ids.flatMap((id) => {
        cancelBackoff(id)
        tries.delete(id)
        const entry = running.get(id)
        entry?.abort.abort()
        return entry ? [entry.done] : []
      })
      await Promise.all(ends)
    },
    /** A person asks for another try, or something changed outside. */
    wake: (): void => {
      refused.clear()
      for (const id of [...backoffs.keys()]) cancelBackoff(id)
      queueBlock.release()
      pump()
    },
    /** Accounts or settings changed. */
    changed: (): void => {
      refused.clear()
      pump()
    },
    dispose: async (): Promise<void> => {
      disposed = true
      queueBlock.dispose()
      for (const cancel of backoffs.values()) cancel()
      backoffs.clear()
      for (const { abort } of running.values()) abort.abort()
      await Promise.all([...running.values()].map((one) => one.done))
      table.wake()
    },
  }
}
