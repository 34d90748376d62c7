import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../../../contract/result.ts'
import { formatBytes } from '../../../contract/text/quantities.ts'
import type { Clock } from '../../base/ports.ts'
import type { FilesPort } from '../archive-types.ts'
import type { Outcome } from './run-outcome.ts'

const CHECK_EVERY_MS = 5_000
/** Room that is needed while the size is unknown. */
const SOME_BYTES = 4 * 1024 * 1024
const LIMIT_MS = 30_000

const fullDisk = (needBytes: number, haveBytes: number): Problem => ({
  code: 'disk-full',
  message: `The disk is full: ${formatBytes(needBytes - haveBytes)} more needed (need ${formatBytes(needBytes)}, have ${formatBytes(haveBytes)}).`,
  next: 'Free some space. The queue then resumes automatically.',
  disk: { needBytes, haveBytes },
})

/**
 * What blocks the whole queue, and the check that resumes it: the disk is full, the folder is missing or read-only, the
 * service asks to wait.
 */
export const createQueueBlock = (config: {
  clock: Clock
  files: Pick<FilesPort, 'freeSpace'>
  folder: () => Promise<string>
  onChange: () => void
}) => {
  const { clock, files, onChange } = config
  let current: Problem | null = null
  let cancel = (): void => {}
  let generation = 0

  const set = (problem: Problem | null): void => {
    cancel()
    current = problem
    onChange()
  }
  /** Null: there is room and the folder takes files. */
  const obstacle = async (needBytes: number | null): Promise<Problem | null> => {
    const need = needBytes ?? SOME_BYTES
    const space = await files.freeSpace(await config.folder())
    if (!space.ok) return space.problem
    return space.value < need ? fullDisk(need, space.value) : null
  }
  const watch = (needBytes: number | null): void => {
    const mine = generation
    cancel = clock.after(CHECK_EVERY_MS, async () => {
      const problem = await obstacle(needBytes)
      if (mine !== generation) return
      if (problem === null) {
        set(null)
        return
      }
      if (!isDeepStrictEqual(problem, current)) set(problem)
      watch(needBytes)
    })
  }

  return {
    problem: (): Problem | null => current,
    /** True when the whole queue is blocked; false when it is only this item. */
    consider: async (outcome: Outcome): Promise<boolean> => {
      if (outcome.kind === 'limit') {
        generation += 1
        set(outcome.problem)
        cancel = clock.after(outcome.problem.retryAfterMs ?? LIMIT_MS, () => set(null))
        return true
      }
      if (outcome.kind !== 'disk') return false
      const problem = await obstacle(outcome.needBytes)
      if (problem === null) return false
      generation += 1
      set(problem)
      watch(outcome.needBytes)
      return true
    },
    /** Something changed: retry now. */
    release: (): void => {
      generation += 1
      if (current) set(null)
    },
    dispose: (): void => {
      generation += 1
      cancel()
    },
  }
}
