import { Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Problem, Result } from '../../../electron/contract/result.ts'
import { DialogFooter } from '../dialog/dialog-footer.tsx'
import { ProblemView } from '../feedback/problem-view.tsx'
import classes from '../kit.module.css'
import type { IdNoun } from './added-ids.ts'

type AddIdsDialogProps = {
  opened: boolean
  noun: IdNoun
  placeholder: string
  busy: boolean
  onClose: () => void
  add: (text: string) => Promise<Result<unknown>>
}

/** A dialog for ids of any form. The text stays when the list could not take it. */
export const AddIdsDialog = ({ opened, noun, placeholder, busy, onClose, add }: AddIdsDialogProps) => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const send = async () => {
    setProblem(null)
    const result = await add(text)
    if (!result.ok) return setProblem(result.problem)
    setText('')
    onClose()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={`Add ${noun} ids`} size={560}>
      <Textarea
        label="Ids"
        description="One per line, or CSV or JSON with ids. Sessions already in the list are not changed."
        placeholder={`${placeholder}\n…`}
        classNames={{ input: classes.ids }}
        data-autofocus
        spellCheck={false}
        autosize
        minRows={8}
        maxRows={16}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim()) void send()
        }}
      />
      {problem ? (
        <div className={classes.dialogProblem}>
          <ProblemView problem={problem} compact />
        </div>
      ) : null}
      <DialogFooter
        cancel={{ onClick: onClose }}
        main={{ label: 'Add', onClick: () => void send(), disabled: text.trim() === '', loading: busy }}
      />
    </Modal>
  )
}
