import { useCallback } from 'react'
import type { Toast } from '../../../ui/feedback/toast.ts'
import { type HandingOver, patchList } from '../session-store.ts'
import { ExportDialog } from './export-reviews-dialog.tsx'
import { ImportDialog } from './import-reviews-dialog.tsx'

type HandOverDialogProps = { accountId: string; open: HandingOver; showToast: (toast: Toast) => void }

/** Export or import of reviews. */
export const HandOverDialog = ({ accountId, open, showToast }: HandOverDialogProps) => {
  const close = useCallback(() => patchList(accountId, { handOver: null }), [accountId])
  return open.kind === 'import' ? (
    <ImportDialog accountId={accountId} onClose={close} showToast={showToast} />
  ) : (
    <ExportDialog accountId={accountId} {...open} onClose={close} showToast={showToast} />
  )
}
