import { Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LONGEST_VIEW_NAME } from '../../../../electron/contract/constants/session-constants.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke } from '../../../bridge.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { useTask } from '../../../ui/use-task.ts'
import { useList } from '../session-store.ts'
import { useLoadAgain } from './saved-queries.ts'

type SaveViewDialogProps = { accountId: string; onClose: () => void }

/** Asks for the name under which the query goes to the navigation. */
export const SaveViewDialog = ({ accountId, onClose }: SaveViewDialogProps) => {
  const [name, setName] = useState('')
  const loadAgain = useLoadAgain()
  const task = useTask<Problem>()
  // What was typed a moment ago may still be on its way to the list.
  const { text, sort, direction } = useList(accountId, (s) => s.query)
  const save = async () => {
    const saved = await task.run(() => invoke('views.add', { accountId, view: { name, text, sort, direction } }))
    if (!saved?.ok) return
    await loadAgain()
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Save view" size={400}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void save()
        }}
      >
        <TextInput
          label="Name"
          description={text === '' ? 'All sessions in this order' : text}
          value={name}
          maxLength={LONGEST_VIEW_NAME}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {task.problem ? <ProblemView problem={task.problem} compact /> : null}
        <DialogFooter
          cancel={{ onClick: onClose }}
          main={{ label: 'Save', disabled: name.trim() === '', loading: task.busy }}
        />
      </form>
    </Modal>
  )
}
