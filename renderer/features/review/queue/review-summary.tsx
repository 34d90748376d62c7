import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReviewQueue } from '../../../../electron/contract/models/review-models.ts'
import type { Problem, Result } from '../../../../electron/contract/result.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { reviewShortcuts, summaryShortcuts } from '../../../ui/keys/shortcuts/review-shortcuts.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import { Tip } from '../../../ui/tip.tsx'
import classes from './queue.module.css'
import { SUMMARY, summaryTitle } from './queue-text.ts'

type ReviewSummaryProps = {
  queue: ReviewQueue
  onUndo: () => Promise<Result<unknown>>
  onReopenSkipped: () => Promise<Result<unknown>>
  /** Ends the queue and goes back. */
  onLeave: () => Promise<Result<unknown>>
}

/** What came of a review, once every session of it was judged or skipped. */
export const ReviewSummary = ({ queue, onUndo, onReopenSkipped, onLeave }: ReviewSummaryProps) => {
  const [problem, setProblem] = useState<Problem | null>(null)
  const { done } = queue
  const run = (act: () => Promise<Result<unknown>>) => async () => {
    const result = await act()
    setProblem(result.ok ? null : result.problem)
  }
  const [leave, undo, reopen] = [run(onLeave), run(onUndo), run(onReopenSkipped)]
  useKeys([
    { shortcut: summaryShortcuts.leave, run: () => void leave() },
    { shortcut: reviewShortcuts.undo, run: () => void undo() },
    ...(done.skipped > 0 ? [{ shortcut: summaryShortcuts.reopen, run: () => void reopen() }] : []),
  ])
  return (
    <section className={classes.summary} aria-label="Review">
      <h1 className={classes.title}>{summaryTitle(queue)}</h1>
      <div className={classes.share} aria-hidden="true">
        {SUMMARY.map(({ name }) => (
          <span key={name} data-outcome={name} style={{ flexGrow: done[name] }} />
        ))}
      </div>
      <dl className={classes.counts}>
        {SUMMARY.map(({ name, label }) => (
          <div key={name}>
            <dt>
              <span className={classes.key} data-outcome={name} aria-hidden="true" />
              {label}
            </dt>
            <dd>{formatCount(done[name])}</dd>
          </div>
        ))}
      </dl>
      {problem ? <ProblemView problem={problem} compact /> : null}
      <div className={classes.actions}>
        <Tip label={summaryShortcuts.leave.label} shortcuts={[summaryShortcuts.leave]}>
          <Button onClick={() => void leave()}>Back to list</Button>
        </Tip>
        {done.skipped > 0 ? (
          <Tip label={summaryShortcuts.reopen.label} shortcuts={[summaryShortcuts.reopen]}>
            <Button variant="default" onClick={() => void reopen()}>
              Review {formatCount(done.skipped)} skipped
            </Button>
          </Tip>
        ) : null}
        <Tip label={reviewShortcuts.undo.label} shortcuts={[reviewShortcuts.undo]}>
          <Button variant="default" onClick={() => void undo()}>
            Undo
          </Button>
        </Tip>
      </div>
    </section>
  )
}
