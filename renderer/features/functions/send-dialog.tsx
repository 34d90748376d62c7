import { Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FunctionTarget } from '../../../electron/contract/models/function-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { DiffView } from '../../ui/code/diff-view.tsx'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { knownLabel, roleLabels } from './function-text.ts'
import classes from './functions.module.css'
import type { OpenFunction } from './use-function.ts'

type SendDialogProps = {
  target: FunctionTarget
  open: OpenFunction
  busy: boolean
  problem: Problem | null
  onClose: () => void
  /** `unchecked`: without reading the current source before. */
  onSend: (unchecked: boolean) => void
  onReload: () => void
}

/** The service may have taken it: its current source tells. */
const isOpenOutcome = ({ status, unsent }: Problem): boolean =>
  unsent !== true && (status === undefined || status < 300 || status >= 500)

const Warning = ({ children }: { children: string }) => (
  <p className={classes.warning}>
    <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
    {children}
  </p>
)

/** The line of the first syntax error, from 1; null: none, or not known yet. The parser is read when first needed. */
const useErrorLine = (text: string): number | null => {
  const [line, setLine] = useState<number | null>(null)
  useEffect(() => {
    let current = true
    void import('../../ui/code/python-errors.ts').then(({ firstErrorLine }) => {
      if (current) setLine(firstErrorLine(text))
    })
    return () => {
      current = false
    }
  }, [text])
  return line
}

/** The last look before sending: what changes, and what is not known. */
export const SendDialog = ({ target, open, busy, problem, onClose, onSend, onReload }: SendDialogProps) => {
  const known = open.state?.known ?? null
  const unchecked = problem?.unsent === true
  const errorLine = useErrorLine(open.text)
  return (
    <Modal
      opened
      onClose={() => {
        if (!busy) onClose()
      }}
      title={`Send the ${roleLabels[target.role].toLowerCase()} function of ${target.connectionId}`}
      size={1_040}
    >
      {known ? null : (
        <Warning>There is no known source to compare with. If the service has one, it is replaced unseen.</Warning>
      )}
      {open.text.trim() === '' ? <Warning>The source contains only spaces and line breaks.</Warning> : null}
      {errorLine === null ? null : (
        <Warning>
          {`Line ${errorLine} looks like a syntax error in Python. The function would fail when it runs.`}
        </Warning>
      )}
      <div className={classes.dialogDiff}>
        <DiffView
          before={known?.source ?? ''}
          after={open.text}
          beforeLabel={knownLabel(known)}
          afterLabel="Your draft"
          language="python"
          label="Source to send"
        />
      </div>
      {problem ? (
        <div className={classes.dialogProblem}>
          <ProblemView
            compact
            problem={problem}
            action={isOpenOutcome(problem) ? { label: 'Reload current source', onClick: onReload } : undefined}
          />
        </div>
      ) : null}
      <DialogFooter
        note={
          busy ? (
            <span className={classes.sending} role="status">
              Checking the current source, then sending
            </span>
          ) : null
        }
        cancel={{ onClick: onClose, disabled: busy }}
        others={unchecked ? [{ label: 'Send without checking', onClick: () => onSend(true), disabled: busy }] : []}
        main={{
          label: known ? 'Send and replace' : 'Send',
          onClick: () => onSend(false),
          loading: busy,
          focused: true,
        }}
      />
    </Modal>
  )
}
