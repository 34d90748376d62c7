import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../../../contract/result.ts'
import { formatBytes } from '../../../contract/text/quantities.ts'
import type { Clock } from '../../base/ports.ts'
import type { FilesPort } from '../archive-types.ts'
import type { Outcome } from './run-outcome.ts'

const LOOK_EVERY_MS = 5_000
/** Room that is asked for when nobody knows the size. */
const SOME_BYTES = 4 * 1024 * 1024
const LIMIT_MS = 30_000

const fullDisk = (needBytes: number, haveBytes: number): Problem => ({
  code: 'disk-full',
  message: `The disk is full: ${formatBytes(needBytes - haveBytes)} more needed (need ${formatBytes(needBytes)}, have ${formatBytes(haveBytes)}).`,
  next: 'Free some space. The queue then resumes automatically.',
  disk: { needBytes, haveBytes },
})

/**
 * What makes the whole queue stand still, and the look that lets it go on by itself: the disk is full, the folder is
 * missing or cannot be written, the service asks to wait.
 */
export const createHold = (config: {
  clock: Clock
  files: Pick<FilesPort, 'freeSpace'>
  folder: () => Promise<string>
  onChange: () => void
}) => {
  const { clock, files, onChange } = config
  let held: Problem | null = null
  let cancel = (): void => {}
  let era = 0

  const set = (problem: Problem | null): void => {
    cancel()
    held = problem
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
    const mine = era
    cancel = clock.after(LOOK_EVERY_MS, async () => {
      const problem = await obstacle(needBytes)
      if (mine !== era) return
      if (problem === null) {
        set(null)
        return
      }
      if (!isDeepStrictEqual(problem, held)) set(problem)
      watch(needBytes)
    })
  }

  return {
    problem: (): Problem | null => held,
    /** True when the queue has to stand still; false when it was only this item. */
    consider: async (outcome: Outcome): Promise<boolean> => {
      if (outcome.kind === 'limit') {
        era += 1
        set(outcome.problem)
        cancel = clock.after(outcome.problem.retryAfterMs ?? LIMIT_MS, () => set(null))
        return true
      }
      if (outcome.kind !== 'disk') return false
      const problem = await obstacle(outcome.needBytes)
      if (problem === null) return false
      era += 1
      set(problem)
      watch(outcome.needBytes)
      return true
    },
    /** Somebody changed something: try again now. */
    release: (): void => {
      era += 1
      if (held) set(null)
    },
    dispose: (): void => {
      era += 1
      cancel()
    },
  }
}
