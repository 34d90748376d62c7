import { Button } from '@mantine/core'
import { notifyProblem } from '../../../ui/feedback/notify-problem.ts'
import frame from '../../../ui/list/list.module.css'
import { Tip } from '../../../ui/tip.tsx'
import classes from './queue.module.css'
import { waitingText } from './queue-text.ts'
import { useQueue } from './use-queue.ts'

/** A review that was left, above the list of sessions, and the ways on from there. */
export const ReviewLine = ({ accountId, onResume }: { accountId: string; onResume: (sessionId: string) => void }) => {
  const { queue, discard } = useQueue(accountId)
  const current = queue?.current
  if (!queue || !current) return null
  const end = async () => {
    const ended = await discard()
    if (!ended.ok) notifyProblem(ended.problem)
  }
  return (
    <div className={frame.strip}>
      <div className={classes.waiting} role="status">
        <span>{waitingText(queue)}</span>
        <Button variant="default" size="compact-sm" onClick={() => onResume(current.sessionId)}>
          Resume
        </Button>
        <Tip label="Ends the review. Verdicts stay.">
          <Button variant="subtle" size="compact-sm" onClick={() => void end()}>
            Discard
          </Button>
        </Tip>
      </div>
    </div>
  )
}
