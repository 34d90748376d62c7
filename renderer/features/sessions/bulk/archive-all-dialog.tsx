import { Modal } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { ArchivePlan } from '../../../../electron/contract/models/archive-models.ts'
import type { SessionListQuery } from '../../../../electron/contract/models/session-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { ask, invoke, problemOf } from '../../../bridge.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { formatCount } from '../../../ui/text/format-text.ts'
import { useTask } from '../../../ui/use-task.ts'
import classes from '../sessions.module.css'
import { ARCHIVE_ALL, addedText, planText } from './archive-plan-text.ts'
import { collectIds } from './collect-ids.ts'

type Ready = {
  ids: string[]
  plan: ArchivePlan
  /** Epoch ms of the plan. */
  at: number
}
type Known = { kind: 'looking'; text: string } | { kind: 'ready'; ready: Ready } | { kind: 'failed'; problem: Problem }

const LOOKING: Known = { kind: 'looking', text: 'Counting the sessions that match' }

/** Reads which sessions match and what saving them costs. */
const usePlan = (query: SessionListQuery): { known: Known; again: () => void } => {
  const [known, setKnown] = useState<Known>(LOOKING)
  const [run, setRun] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is "Try again"
  useEffect(() => {
    const stop = new AbortController()
    const page = async (offset: number, limit: number) => {
      const { rows, total } = await ask('sessions.query', { ...query, offset, limit })
      return { ids: rows.map((row) => row.sessionId), total }
    }
    const tell = (next: Known) => {
      if (!stop.signal.aborted) setKnown(next)
    }
    const read = async () => {
      tell(LOOKING)
      const ids = await collectIds(page, stop.signal, (done, total) =>
        tell({ kind: 'looking', text: `Checking sessions: ${formatCount(done)} of ${formatCount(total)}` }),
      )
      if (!ids) return
      const plan =
        ids.length === 0 ? { recordings: 0, requests: 0, atLimitMs: 0 } : await ask('archive.plan', { sessionIds: ids })
      tell({ kind: 'ready', ready: { ids, plan, at: Date.now() } })
    }
    read().catch((error: unknown) => tell({ kind: 'failed', problem: problemOf(error) }))
    return () => stop.abort()
  }, [query, run])
  return { known, again: useCallback(() => setRun((n) => n + 1), []) }
}

type ArchiveAllDialogProps = { query: SessionListQuery; onClose: () => void; onAdded: (text: string) => void }

/** Says the plan, then queues. Nothing begins before the person has seen what it costs. */
export const ArchiveAllDialog = ({ query, onClose, onAdded }: ArchiveAllDialogProps) => {
  const { known, again } = usePlan(query)
  const task = useTask<Problem>()
  const ready = known.kind === 'ready' ? known.ready : null
  const estimate = ready && planText(ready.plan, ready.ids.length, ready.at)
  const some = ready !== null && ready.plan.recordings > 0
  const add = async () => {
    if (!ready) return
    const done = await task.run(() => invoke('archive.add', { sessionIds: ready.ids }))
    if (done?.ok) onAdded(addedText(done.value))
  }
  return (
    <Modal opened onClose={onClose} title={ARCHIVE_ALL} size={440}>
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
    </Modal>
  )
}
