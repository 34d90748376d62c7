import { Modal } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImportPlan } from '../../../../electron/contract/models/hand-over-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke } from '../../../bridge.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { plainToast, problemToast, type Toast, undoing } from '../../../ui/feedback/toast.ts'
import { counted, formatCount, formatDateTime, shortenId } from '../../../ui/text/format-text.ts'
import { verdictLabel } from '../../../ui/text/verdict-text.ts'
import { useTask } from '../../../ui/use-task.ts'
import { undoneText } from '../bulk/bulk-text.ts'
import classes from './hand-over.module.css'
import { HandOverProgress } from './hand-over-progress.tsx'
import { changesAnything, importCount, importedText, planLines } from './hand-over-text.ts'

type OpenFile = { importId: string; name: string; reviews: number; plan: ImportPlan }
type State = { kind: 'asking' } | { kind: 'open'; file: OpenFile } | { kind: 'refused'; problem: Problem }
type Conflict = ImportPlan['conflicts'][number]
type Side = Conflict['here']

type ImportDialogProps = { accountId: string; onClose: () => void; showToast: (toast: Toast) => void }

const verdictName = ({ verdict }: Side): string => (verdict === null ? 'None' : verdictLabel(verdict).text)
const sideHint = ({ reason, changedAt }: Side): string =>
  [changedAt === null ? null : `Changed ${formatDateTime(changedAt)}`, reason].filter(Boolean).join('\n')

const Conflicts = ({ plan }: { plan: ImportPlan }) => {
  const more = plan.replaced + plan.kept - plan.conflicts.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={classes.conflicts} aria-label="Reviews that differ" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col">Yours</th>
            <th scope="col">In the file</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {plan.conflicts.map(({ sessionId, title, newer, here, there }) => (
            <tr key={sessionId}>
              <td className={classes.name} title={sessionId} dir="auto">
                {title ?? shortenId(sessionId)}
              </td>
              <td title={sideHint(here)}>{verdictName(here)}</td>
              <td title={sideHint(there)}>{verdictName(there)}</td>
              <td>{newer === 'there' ? 'Replaced' : 'Kept'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className={classes.hint}>{`${formatCount(more)} more differ.`}</p> : null}
    </section>
  )
}

const Plan = ({ file }: { file: OpenFile }) => (
  <div className={classes.body}>
    <p className={classes.text} role="status">
      {`${file.name}: ${counted(file.reviews, 'review', 'reviews')}. Of each session the newest is kept.`}
    </p>
    <dl className={classes.counts}>
      {planLines(file.plan).map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
    {file.plan.conflicts.length > 0 ? <Conflicts plan={file.plan} /> : null}
  </div>
)

/** The file dialog of the system, and what it answered. */
const useFile = (accountId: string, onClose: () => void) => {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const asked = useRef(false)
  const choose = useCallback(async () => {
    setState({ kind: 'asking' })
    const opened = await invoke('reviews.openImport', { accountId })
    if (!opened.ok) setState({ kind: 'refused', problem: opened.problem })
    else if (opened.value.file === null) onClose()
    else setState({ kind: 'open', file: opened.value.file })
  }, [accountId, onClose])
  useEffect(() => {
    if (asked.current) return // once, however often effects run
    asked.current = true
    void choose()
  }, [choose])
  return { state, choose }
}

/** Says what a file of reviews would change, then imports it; one undo takes it back. */
export const ImportDialog = ({ accountId, onClose, showToast }: ImportDialogProps) => {
  const { state, choose } = useFile(accountId, onClose)
  const task = useTask<Problem>()
  const body = useRef<HTMLDivElement>(null)
  const isOpen = state.kind === 'open'
  useEffect(() => {
    if (isOpen) body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [isOpen])
  if (state.kind === 'asking') return null
  const close = () => {
    if (state.kind === 'open') void invoke('reviews.dropImport', { importId: state.file.importId })
    if (!task.busy) onClose() // an import that runs answers once it has taken itself back
  }
  const undo = async (undoId: string) => {
    const undone = await invoke('reviews.undoImport', { accountId, undoId })
    showToast(
      undone.ok ? plainToast(undoneText(undone.value.restored, undone.value.kept)) : problemToast(undone.problem),
    )
  }
  const run = async (importId: string) => {
    const done = await task.run(() => invoke('reviews.import', { accountId, importId }))
    if (done && !done.ok && done.problem.code === 'cancelled') onClose()
    if (!done?.ok) return
    const { undoId } = done.value
    showToast(
      plainToast(
        importedText(done.value),
        undoing(() => void undo(undoId)),
      ),
    )
    onClose()
  }
  const count = isOpen ? importCount(state.file.plan) : 0
  const some = isOpen && changesAnything(state.file.plan)
  return (
    <Modal opened onClose={close} title="Import reviews" size={560}>
      <div ref={body}>
        {isOpen ? <Plan file={state.file} /> : null}
        {state.kind === 'refused' ? <ProblemView problem={state.problem} compact /> : null}
        {task.problem ? <ProblemView problem={task.problem} compact /> : null}
        <DialogFooter
          cancel={{ label: isOpen && !some ? 'Close' : 'Cancel', onClick: close, focused: isOpen && !some }}
          note={task.busy ? <HandOverProgress verb="Importing" things="reviews" before="Importing…" /> : null}
          main={
            isOpen
              ? some
                ? {
                    label: count === 0 ? 'Import notes' : `Import ${formatCount(count)}`,
                    onClick: () => void run(state.file.importId),
                    loading: task.busy,
                    focused: true,
                  }
                : null
              : { label: 'Choose another file', onClick: () => void choose(), focused: true }
          }
        />
      </div>
    </Modal>
  )
}
