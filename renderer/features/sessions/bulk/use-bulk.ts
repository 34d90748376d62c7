import { useRef, useState } from 'react'
import type { BulkChange } from '../../../../electron/contract/models/bulk-models.ts'
import { invoke } from '../../../bridge.ts'
import { plainToast, problemToast, type Toast, undoing } from '../../../ui/feedback/toast.ts'
import { selectedIds } from '../session-store.ts'
import { reviewMany } from './bulk-review.ts'
import { changedText, undoneText } from './bulk-text.ts'

export type Running = { done: number; total: number }

/** Verdict and tags for all selected sessions, one change at a time, each with its undo. */
export const useBulk = (accountId: string, showToast: (toast: Toast) => void) => {
  const [running, setRunning] = useState<Running | null>(null)
  const stop = useRef<AbortController | null>(null)

  const undo = async (undoId: string) => {
    const undone = await invoke('sessions.undoReviews', { accountId, undoId })
    showToast(
      undone.ok ? plainToast(undoneText(undone.value.restored, undone.value.kept)) : problemToast(undone.problem),
    )
  }
  const apply = async (change: BulkChange) => {
    const ids = selectedIds(accountId)
    if (ids.length === 0 || stop.current) return
    stop.current = new AbortController()
    setRunning({ done: 0, total: ids.length })
    const onProgress = (done: number) => setRunning({ done, total: ids.length })
    const result = await reviewMany(invoke, accountId, ids, change, { signal: stop.current.signal, onProgress })
    stop.current = null
    setRunning(null)
    if (!result.ok) return showToast(problemToast(result.problem))
    const { changed, undoId, cancelled } = result.value
    if (cancelled) return showToast(plainToast('Cancelled. Nothing was changed.'))
    const back = undoing(() => void undo(undoId ?? ''))
    showToast(plainToast(changedText(change, changed, ids.length - changed), ...(changed > 0 ? [back] : [])))
  }
  return { running, apply: (change: BulkChange) => void apply(change), cancel: () => stop.current?.abort() }
}
