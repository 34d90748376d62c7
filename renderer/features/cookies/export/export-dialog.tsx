import { Modal } from '@mantine/core'
import type { CookieRead } from '../../../../electron/contract/cookie-models.ts'
import type { Said } from '../../../ui/said.ts'

type ExportDialogProps = {
  read: CookieRead
  /** Ids of the selected rows. */
  chosen: readonly string[]
  /** Ids of the rows that filters let through; null when there is no filter. */
  filtered: readonly string[] | null
  onClose: () => void
  say: (said: Said) => void
}

export function ExportDialog({ onClose }: ExportDialogProps) {
  return <Modal opened onClose={onClose} title="Export cookies" />
}
