import { Modal, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { FunctionState } from '../../../electron/contract/models/function-models.ts'
import { DiffView } from '../../ui/code/diff-view.tsx'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { knownLabel, versionText } from './function-text.ts'
import classes from './functions.module.css'

export type Conflict = {
  /** What was known before; null: nothing. */
  before: { source: string; version: string | null } | null
  theirs: NonNullable<FunctionState['known']>
}

type ConflictDialogProps = {
  conflict: Conflict
  mine: string
  onClose: () => void
  onTake: () => void
  onSend: () => void
}

/** The service has another source than the one a draft began from: both changes, and what to do. */
export const ConflictDialog = ({
  conflict: { before, theirs },
  mine,
  onClose,
  onTake,
  onSend,
}: ConflictDialogProps) => {
  const [view, setView] = useState<'mine' | 'theirs'>(before ? 'theirs' : 'mine')
  const present = `Current source, ${versionText(theirs.version)}`
  return (
    <Modal opened onClose={onClose} title="The source was changed in the meantime" size={1_040}>
      <p className={classes.dialogText}>
        {before
          ? 'Someone changed this function after you started your draft. Your draft was not sent.'
          : 'The service has a source you have not seen yet. Your draft was not sent.'}
      </p>
      {before ? (
        <SegmentedControl
          mb="sm"
          aria-label="Compare"
          value={view}
          onChange={(value) => setView(value as 'mine' | 'theirs')}
          data={[
            { value: 'theirs', label: 'Their changes' },
            { value: 'mine', label: 'Your changes' },
          ]}
        />
      ) : null}
      <div className={classes.dialogDiff}>
        {view === 'theirs' && before ? (
          <DiffView
            key="theirs"
            before={before.source}
            after={theirs.source}
            beforeLabel={knownLabel(before)}
            afterLabel={present}
            language="python"
            label="Their changes"
          />
        ) : (
          <DiffView
            key="mine"
            before={theirs.source}
            after={mine}
            beforeLabel={present}
            afterLabel="Your draft"
            language="python"
            label="Your changes"
          />
        )}
      </div>
      <DialogFooter
        cancel={null}
        others={[
          { label: 'Use theirs as base', onClick: onTake },
          { label: 'Overwrite with mine', onClick: onSend },
        ]}
        main={{ label: 'Keep editing', onClick: onClose, focused: true }}
      />
    </Modal>
  )
}
