import { Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { MOST_QUEUED } from '../../../../electron/contract/constants/session-constants.ts'
import type { SessionListQuery } from '../../../../electron/contract/models/session-models.ts'
import { ask, problemOf } from '../../../bridge.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import { notifyProblem } from '../../../ui/feedback/notify-problem.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import classes from './queue.module.css'
import { cutText, replacedText } from './queue-text.ts'
import { reviewIds } from './review-ids.ts'
import { useQueue } from './use-queue.ts'

export type ReviewOf = {
  query: SessionListQuery
  /** The selected sessions; null: all that match. */
  selected: readonly string[] | null
  /** Where it begins; null: with the first. */
  first: string | null
}
type StartReviewProps = ReviewOf & {
  accountId: string
  onStarted: (sessionId: string) => void
  onClose: () => void
}

type Asked = { ids: string[]; matching: number; waiting: string | null; resumeAt: string | null }

/** Begins a review; asks first where one waits already, or where more match than a review holds. */
export const StartReview = ({ accountId, query, selected, first, onStarted, onClose }: StartReviewProps) => {
  const { start } = useQueue(accountId)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = async (ids: string[]) => {
    setBusy(true)
    const started = await start(ids, first)
    if (!started.ok) notifyProblem(started.problem)
    onClose()
    if (started.ok && started.value.current) onStarted(started.value.current.sessionId)
  }
  const prepare = async () => {
    const [listed, queue] = await Promise.all([ask('sessions.ids', query), ask('review.get', { accountId })])
    const { ids, matching } = reviewIds(listed.sessionIds, listed.total, selected, first)
    if (ids.length === 0) {
      notifyProblem({ message: 'There are no sessions to review.', next: 'Clear the filter, or select sessions.' })
      return onClose()
    }
    const resumeAt = queue?.current?.sessionId ?? null
    if (resumeAt === null && matching <= MOST_QUEUED) return begin(ids)
    setAsked({ ids, matching, resumeAt, waiting: queue && resumeAt !== null ? replacedText(queue) : null })
  }
  const run = useRef(prepare)
  useEffect(() => {
    run.current().catch((error: unknown) => {
      notifyProblem(problemOf(error))
      onClose()
    })
  }, [onClose])
  if (!asked) return null
  const { ids, matching, waiting, resumeAt } = asked
  const startNew = { label: `New review of ${formatCount(ids.length)}`, loading: busy, onClick: () => void begin(ids) }
  return (
    <Modal opened onClose={onClose} title="Start a review" size={440}>
      <div className={classes.asked}>
        {waiting ? <p>{waiting}</p> : null}
        {matching > ids.length ? <p>{cutText(matching, ids.length)}</p> : null}
      </div>
      {resumeAt === null ? (
        <DialogFooter cancel={{ onClick: onClose }} main={{ ...startNew, focused: true }} />
      ) : (
        <DialogFooter
          cancel={{ onClick: onClose }}
          others={[startNew]}
          main={{
            label: 'Resume',
            focused: true,
            onClick: () => {
              onClose()
              onStarted(resumeAt)
            },
          }}
        />
      )}
    </Modal>
  )
}
