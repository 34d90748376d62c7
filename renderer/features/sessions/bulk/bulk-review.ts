import { MOST_AT_ONCE } from '../../../../electron/contract/constants/session-constants.ts'
import type { BulkChange } from '../../../../electron/contract/models/bulk-models.ts'
import { ok, type Result } from '../../../../electron/contract/result.ts'
import type { invoke as toMain } from '../../../bridge.ts'

type Outcome = { changed: number; undoId: string | null; cancelled: boolean }

/**
 * Gives many sessions one verdict or tag. What ends early, cancelled or refused, is taken back: either all of it is
 * done or nothing. `onProgress` hears how many were sent.
 */
export const reviewMany = async (
  invoke: typeof toMain,
  accountId: string,
  ids: readonly string[],
  change: BulkChange,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Result<Outcome>> => {
  let changed = 0
  let undoId: string | null = null
  const takeBack = async () => {
    if (undoId !== null) await invoke('sessions.undoReviews', { accountId, undoId })
  }
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    if (signal.aborted) {
      await takeBack()
      return ok({ changed: 0, undoId: null, cancelled: true })
    }
    const sessionIds = ids.slice(from, from + MOST_AT_ONCE)
    const result: Result<{ changed: number; undoId: string }> = await invoke('sessions.reviewMany', {
      accountId,
      sessionIds,
      change,
      undoId,
    })
    if (!result.ok) {
      await takeBack()
      return result
    }
    changed += result.value.changed
    undoId = result.value.undoId
    onProgress(Math.min(ids.length, from + MOST_AT_ONCE))
  }
  return ok({ changed, undoId, cancelled: false })
}
