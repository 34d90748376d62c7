import { Button, Group, Modal } from '@mantine/core'
import { formatCount } from '../../ui/text/format-text.ts'
import classes from './archive.module.css'
import { actionLabel } from './archive-actions.ts'

type Taken = 'cancel' | 'forget' | 'remove'
/** How many of the chosen items each act takes away. */
export type TakenAway = Record<Taken, number>

type RemoveDialogProps = {
  counts: TakenAway
  onClose: () => void
  onAction: (action: Taken) => void
}

/** For the Delete key: says what would go, and each button names its act. */
export const RemoveDialog = ({ counts: { cancel, forget, remove }, onClose, onAction }: RemoveDialogProps) => (
  <Modal opened onClose={onClose} title="Remove from list" size={620}>
    {cancel > 0 ? (
      <p className={classes.dialogText}>
        What {cancel === 1 ? 'the download has' : `${formatCount(cancel)} downloads have`} downloaded so far is deleted.
      </p>
    ) : null}
    {remove > 0 ? (
      <p className={classes.dialogText}>
        {remove === 1 ? 'The file goes' : `${formatCount(remove)} files go`} to the trash with{' '}
        {remove === 1 ? 'its metadata file' : 'their metadata files'}.
      </p>
    ) : null}
    <Group justify="flex-end" mt="md" gap="xs">
      <Button variant="default" onClick={onClose} data-autofocus>
        Cancel
      </Button>
      {cancel > 0 ? <Button onClick={() => onAction('cancel')}>{actionLabel('cancel', cancel)}</Button> : null}
      {forget > 0 ? <Button onClick={() => onAction('forget')}>{actionLabel('forget', forget)}</Button> : null}
      {remove > 0 ? <Button onClick={() => onAction('remove')}>{actionLabel('remove', remove)}</Button> : null}
    </Group>
  </Modal>
)

/** Which files of an import were not taken, and why. */
export const RefusedDialog = ({ refused, onClose }: { refused: readonly string[]; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Not imported" size={560}>
    <ul className={`${classes.refused} desk-selectable`}>
      {refused.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={onClose} data-autofocus>
        Close
      </Button>
    </Group>
  </Modal>
)
