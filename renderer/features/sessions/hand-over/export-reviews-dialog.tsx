import { Modal, SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import type { ReviewFormat } from '../../../../electron/contract/constants/hand-over-constants.ts'
import type { ReviewExport } from '../../../../electron/contract/models/hand-over-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke } from '../../../bridge.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { plainToast, type Toast } from '../../../ui/feedback/toast.ts'
import { counted } from '../../../ui/text/format-text.ts'
import { useTask } from '../../../ui/use-task.ts'
import classes from './hand-over.module.css'
import { HandOverProgress } from './hand-over-progress.tsx'
import { exportedText } from './hand-over-text.ts'

const FORMATS: { value: ReviewFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
]
const HINTS: Record<ReviewFormat, string> = {
  csv: 'For spreadsheets. No cell is run as a formula.',
  json: 'Everything as it is. Another installation can import it.',
}

type ExportDialogProps = {
  accountId: string
  sessions: ReviewExport['sessions']
  count: number
  onClose: () => void
  showToast: (toast: Toast) => void
}

/** Asks for the format, then main asks where to. */
export const ExportDialog = ({ accountId, sessions, count, onClose, showToast }: ExportDialogProps) => {
  const [format, setFormat] = useState<ReviewFormat>('csv')
  const [bom, setBom] = useState(true)
  const task = useTask<Problem>()
  const save = async () => {
    const done = await task.run(() =>
      invoke('reviews.export', { accountId, sessions, format, bom: format === 'csv' && bom }),
    )
    if (!done?.ok || done.value.name === null) return
    showToast(plainToast(exportedText(done.value.name, done.value.count, done.value.sessions)))
    onClose()
  }
  const cancel = () => {
    if (task.busy) void invoke('reviews.stopExport', undefined)
    else onClose()
  }
  const problem = task.problem?.code === 'cancelled' ? null : task.problem
  return (
    <Modal opened onClose={cancel} title="Export reviews" size={440}>
      <div className={classes.body}>
        <p className={classes.text}>
          {`Verdicts, notes and timed notes of ${counted(count, 'session', 'sessions')}. Sessions without any are left out.`}
        </p>
        <SegmentedControl
          aria-label="Format"
          value={format}
          data={FORMATS}
          disabled={task.busy}
          onChange={(next) => setFormat(next as ReviewFormat)}
        />
        <p className={classes.hint}>{HINTS[format]}</p>
        {format === 'csv' ? (
          <Switch
            label="Byte-order mark, so that Excel reads every character"
            checked={bom}
            disabled={task.busy}
            onChange={(event) => setBom(event.currentTarget.checked)}
          />
        ) : null}
        {problem ? <ProblemView problem={problem} compact /> : null}
      </div>
      <DialogFooter
        cancel={{ onClick: cancel }}
        note={task.busy ? <HandOverProgress verb="Reading" things="sessions" before="Saving…" /> : null}
        main={{ label: 'Save', onClick: () => void save(), loading: task.busy, focused: true }}
      />
    </Modal>
  )
}
