import { useCallback } from 'react'
import { invoke } from '../../../bridge.ts'
import type { Toast } from '../../../ui/feedback/toast.ts'
import { sessionListShortcuts, sessionShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys/use-keys.ts'
import { exportTarget, listOf, patchList, selectedIds, useList } from '../session-store.ts'
import { copyFindings } from './copy-findings.ts'
import { ExportDialog } from './export-reviews-dialog.tsx'
import { ImportDialog } from './import-reviews-dialog.tsx'

type HandOverActionsProps = {
  accountId: string
  /** Off while the focus is in the inspector. */
  enabled: boolean
  showToast: (toast: Toast) => void
}

/** Export and import of reviews, and the finding as text: keys and dialogs of the list. */
export const HandOverActions = ({ accountId, enabled, showToast }: HandOverActionsProps) => {
  const open = useList(accountId, (s) => s.handOver)
  const close = useCallback(() => patchList(accountId, { handOver: null }), [accountId])
  const copyFinding = () => {
    const { selection, selectedId } = listOf(accountId)
    const ids = selection.held ? selectedIds(accountId) : selectedId === null ? [] : [selectedId]
    if (ids.length > 0) void copyFindings(invoke, ids, showToast)
  }
  const always: KeyBinding[] = [
    {
      shortcut: sessionListShortcuts.exportReviews,
      run: () => {
        const target = exportTarget(accountId)
        if (target) patchList(accountId, { handOver: target })
      },
    },
    { shortcut: sessionListShortcuts.importReviews, run: () => patchList(accountId, { handOver: { kind: 'import' } }) },
  ]
  useKeys(always)
  useKeys([{ shortcut: sessionShortcuts.copyFinding, run: copyFinding }], { enabled })
  if (open === null) return null
  return open.kind === 'import' ? (
    <ImportDialog accountId={accountId} onClose={close} showToast={showToast} />
  ) : (
    <ExportDialog accountId={accountId} {...open} onClose={close} showToast={showToast} />
  )
}
