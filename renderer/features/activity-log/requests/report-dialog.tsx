import { Modal, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke } from '../../../bridge.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { useTask } from '../../../ui/use-task.ts'
import classes from './requests.module.css'

const SETTLE_MS = 250

type Shown = { note: string; reportId: string; text: string }

/** The report for a note, as it would be saved. */
const useReport = (note: string): { shown: Shown | null; problem: Problem | null } => {
  const [shown, setShown] = useState<Shown | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    let current = true
    const timer = setTimeout(async () => {
      const result = await invoke('activity.report', { note })
      if (!current) return
      setProblem(result.ok ? null : result.problem)
      if (result.ok) setShown({ note, ...result.value })
    }, SETTLE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [note])
  return { shown, problem }
}

/** The whole report is read before it is saved; what is saved is what was shown. */
export const ReportDialog = ({ onClose, onSaved }: { onClose: () => void; onSaved: (name: string) => void }) => {
  const [note, setNote] = useState('')
  const { shown, problem } = useReport(note)
  const task = useTask<Problem>()
  const save = async () => {
    if (!shown) return
    const saved = await task.run(() => invoke('activity.saveReport', { reportId: shown.reportId }))
    if (saved?.ok && saved.value.name !== null) onSaved(saved.value.name)
  }
  const failed = task.problem ?? problem
  return (
    <Modal opened onClose={onClose} title="Report a problem" size={720}>
      <p className={classes.reportText}>
        The report holds your note, versions and settings, and the last requests, without tokens, cookies, hosts and
        bodies. You choose where to save it. Nothing is sent anywhere.
      </p>
      <Textarea
        label="What happened"
        placeholder="What you did, what you expected, what happened instead"
        value={note}
        maxLength={10_000}
        rows={3}
        data-autofocus
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <p className={classes.reportLabel} id="report-text">
        Contents of the report
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard */}
      <section tabIndex={0} className={classes.report} aria-labelledby="report-text" aria-busy={shown === null}>
        {shown?.text ?? ''}
      </section>
      {failed ? <ProblemView compact problem={failed} /> : null}
      <DialogFooter
        cancel={{ onClick: onClose }}
        main={{ label: 'Save…', onClick: () => void save(), disabled: shown?.note !== note, loading: task.busy }}
      />
    </Modal>
  )
}
