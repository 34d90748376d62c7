import type { BulkChange } from '../../../../electron/contract/models/bulk-models.ts'
import { invoke } from '../../../bridge.ts'
import { plainToast, problemToast, type Toast, undoing } from '../../../ui/feedback/toast.ts'
import { listOf, patchList, selectedIds, useList } from '../session-store.ts'
import { reviewMany } from './bulk-review.ts'
import { changedText, undoneText } from './bulk-text.ts'

/** What ends the change that runs, by account: the bar shows one that began in a group as well. */
const stops = new Map<string, AbortController>()

/** Verdict and tags for all selected sessions, one change at a time, each with its undo. */
export const useBulk = (accountId: string, showToast: (toast: Toast) => void) => {
  const running = useList(accountId, (s) => s.running)

  const undo = async (undoId: string) => {
    const undone = await invoke('sessions.undoReviews', { accountId, undoId })
    showToast(
      undone.ok ? plainToast(undoneText(undone.value.restored, undone.value.kept)) : problemToast(undone.problem),
    )
  }
  const apply = async (change: BulkChange) => {
    const ids = selectedIds(accountId)
    if (ids.length === 0 || listOf(accountId).running) return
    const stop = new AbortController()
    stops.set(accountId, stop)
    const onProgress = (done: number) => patchList(accountId, { running: { done, total: ids.length } })
    onProgress(0)
    const result = await reviewMany(invoke, accountId, ids, change, { signal: stop.signal, onProgress })
    stops.delete(accountId)
    patchList(accountId, { running: null })
    if (!result.ok) return showToast(problemToast(result.problem))
    const { changed, undoId, cancelled } = result.value
    if (cancelled) return showToast(plainToast('Cancelled. Nothing was changed.'))
    const back = undoing(() => void undo(undoId ?? ''))
    showToast(plainToast(changedText(change, changed, ids.length - changed), ...(changed > 0 ? [back] : [])))
  }
  return { running, apply: (change: BulkChange) => void apply(change), cancel: () => stops.get(accountId)?.abort() }
}
