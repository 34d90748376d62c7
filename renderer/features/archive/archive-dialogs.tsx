import { Modal } from '@mantine/core'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { formatCount } from '../../ui/text/format-text.ts'
import classes from './archive.module.css'
import { actionLabel } from './archive-actions.ts'

const taken = ['cancel', 'forget', 'remove'] as const
type Taken = (typeof taken)[number]
/** How many of the selected items each act takes away. */
export type TakenAway = Record<Taken, number>

type RemoveDialogProps = {
  counts: TakenAway
  onClose: () => void
  onAction: (action: Taken) => void
}

/** For the Delete key: says what would go, and each button names its act. */
export const RemoveDialog = ({ counts, onClose, onAction }: RemoveDialogProps) => {
  const { cancel, remove } = counts
  const actions = taken
    .filter((action) => counts[action] > 0)
    .map((action) => ({ label: actionLabel(action, counts[action]), onClick: () => onAction(action) }))
  const only = actions.length === 1 ? actions[0] : undefined
  return (
    <Modal opened onClose={onClose} title="Remove from list" size={620}>
      {cancel > 0 ? (
        <p className={classes.dialogText}>
          {cancel === 1 ? 'The unfinished download is' : `${formatCount(cancel)} unfinished downloads are`} deleted.
        </p>
      ) : null}
      {remove > 0 ? (
        <p className={classes.dialogText}>
          {remove === 1 ? 'The file goes' : `${formatCount(remove)} files go`} to the trash with{' '}
          {remove === 1 ? 'its metadata file' : 'their metadata files'}.
        </p>
      ) : null}
      <DialogFooter
        cancel={{ onClick: onClose, focused: true }}
        others={only ? [] : actions}
        main={only ? { ...only, destructive: cancel + remove > 0 } : null}
      />
    </Modal>
  )
}

/** Which files of an import were not taken, and why. */
export const RefusedDialog = ({ refused, onClose }: { refused: readonly string[]; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Not imported" size={560}>
    <ul className={`${classes.refused} desk-selectable`}>
      {refused.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <DialogFooter cancel={{ label: 'Close', onClick: onClose, focused: true }} />
  </Modal>
)
