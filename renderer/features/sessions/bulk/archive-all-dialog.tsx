import { Modal } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ArchivePlan } from '../../../../electron/contract/models/archive-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { ask, invoke, problemOf } from '../../../bridge.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { formatCount } from '../../../ui/text/format-text.ts'
import { useTask } from '../../../ui/use-task.ts'
import classes from '../sessions.module.css'
import { addedText, planText } from './archive-plan-text.ts'

type Ready = {
  ids: string[]
  plan: ArchivePlan
  /** Epoch ms of the plan. */
  at: number
}
type Known = { kind: 'looking'; text: string } | { kind: 'ready'; ready: Ready } | { kind: 'failed'; problem: Problem }

const LOOKING: Known = { kind: 'looking', text: 'Counting sessions' }

/** Reads which sessions it is about and what saving them costs. */
const usePlan = (idsOf: () => Promise<string[]>): { known: Known; again: () => void } => {
  const [known, setKnown] = useState<Known>(LOOKING)
  const [run, setRun] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is "Try again"
  useEffect(() => {
    let over = false
    const tell = (next: Known) => {
      if (!over) setKnown(next)
    }
    const read = async () => {
      tell(LOOKING)
      const ids = await idsOf()
      const plan =
        ids.length === 0 ? { recordings: 0, requests: 0, atLimitMs: 0 } : await ask('archive.plan', { sessionIds: ids })
      tell({ kind: 'ready', ready: { ids, plan, at: Date.now() } })
    }
    read().catch((error: unknown) => tell({ kind: 'failed', problem: problemOf(error) }))
    return () => {
      over = true
    }
  }, [idsOf, run])
  return { known, again: useCallback(() => setRun((n) => n + 1), []) }
}

/** What was queued, and how it is taken back. */
export type Queued = { text: string; sessionIds: string[]; added: number; at: number }
type ArchiveAllDialogProps = {
  title: string
  /** The sessions it is about. Must stay the same between renders. */
  idsOf: () => Promise<string[]>
  onClose: () => void
  onAdded: (queued: Queued) => void
}

/** Says the plan, then queues. Nothing begins before the person has seen what it costs. */
export const ArchiveAllDialog = ({ title, idsOf, onClose, onAdded }: ArchiveAllDialogProps) => {
  const { known, again } = usePlan(idsOf)
  const task = useTask<Problem>()
  const ready = known.kind === 'ready' ? known.ready : null
  const estimate = ready && planText(ready.plan, ready.ids.length, ready.at)
  const some = ready !== null && ready.plan.recordings > 0
  const body = useRef<HTMLDivElement>(null)
  // The button comes alive after the dialog has given away the focus.
  useEffect(() => {
    if (some) body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [some])
  const add = async () => {
    if (!ready) return
    const done = await task.run(() => invoke('archive.add', { sessionIds: ready.ids }))
    if (!done?.ok) return
    const { added, at } = done.value
    onAdded({ text: addedText(done.value), sessionIds: ready.ids, added, at })
  }
  return (
    <Modal opened onClose={onClose} title={title} size={440}>
      <div ref={body}>
        <div className={classes.plan} role="status">
          {known.kind === 'looking' ? <p className={classes.planText}>{known.text}</p> : null}
          {estimate ? (
            <>
              <p className={classes.planTitle}>{estimate.title}</p>
              <p className={classes.planText}>{estimate.text}</p>
            </>
          ) : null}
          {known.kind === 'failed' ? (
            <ProblemView problem={known.problem} action={{ label: 'Retry', onClick: again }} compact />
          ) : null}
          {task.problem ? <ProblemView problem={task.problem} compact /> : null}
        </div>
        <DialogFooter
          cancel={{ label: ready && !some ? 'Close' : 'Cancel', onClick: onClose }}
          main={
            ready && !some
              ? null
              : {
                  label: some ? `Archive ${formatCount(ready.plan.recordings)}` : 'Archive',
                  onClick: () => void add(),
                  disabled: !some,
                  loading: task.busy,
                  focused: true,
                }
          }
        />
      </div>
    </Modal>
  )
}
