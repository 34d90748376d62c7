import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Snapshot } from '../../../../electron/contract/models/cookie-models.ts'
import type { Problem, Result } from '../../../../electron/contract/result.ts'
import { invoke } from '../../../bridge.ts'
import { errorToast, plainToast, type Toast } from '../../../ui/feedback/toast.ts'
import { formatDateTime } from '../../../ui/text/format-text.ts'

const sentence = ({ message, next }: Problem): string => `${message} ${next ?? ''}`.trim()

/** What can be done to the snapshots of a profile. Failures are shown; each answers whether it went through. */
export const useSnapshotActions = (showToast: (toast: Toast) => void) => {
  const client = useQueryClient()
  const done = useCallback(
    (result: Result<unknown>): boolean => {
      if (!result.ok) showToast(errorToast(sentence(result.problem)))
      for (const name of ['snapshots.list', 'snapshots.hints']) void client.invalidateQueries({ queryKey: [name] })
      return result.ok
    },
    [client, showToast],
  )
  /** What is kept after `stopped` is taken away again: main cannot be called back while a keychain holds it up. */
  const keep = useCallback(
    async (readId: string, label: string, stopped: AbortSignal): Promise<boolean> => {
      const kept = await invoke('snapshots.keep', { readId, label: label.trim() || null })
      if (!stopped.aborted) return done(kept)
      if (kept.ok) done(await invoke('snapshots.remove', { snapshotId: kept.value.snapshotId }))
      return false
    },
    [done],
  )
  const update = useCallback(
    async (snapshotId: string, patch: Partial<Pick<Snapshot, 'label' | 'signedIn'>>): Promise<boolean> =>
      done(await invoke('snapshots.update', { snapshotId, ...patch })),
    [done],
  )
  const remove = useCallback(
    async ({ snapshotId, label, at }: Snapshot): Promise<void> => {
      if (!done(await invoke('snapshots.remove', { snapshotId }))) return
      const undo = async () => void done(await invoke('snapshots.restore', { snapshotId }))
      showToast(
        plainToast(`Removed the snapshot ${label ?? formatDateTime(at)}.`, { label: 'Undo', run: () => void undo() }),
      )
    },
    [done, showToast],
  )
  return { keep, update, remove }
}
export type SnapshotActions = ReturnType<typeof useSnapshotActions>
