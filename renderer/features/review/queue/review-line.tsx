import { Button } from '@mantine/core'
import { plainToast, problemToast, type Toast, undoing } from '../../../ui/feedback/toast.ts'
import frame from '../../../ui/list/list.module.css'
import { Tip } from '../../../ui/tip.tsx'
import classes from './queue.module.css'
import { waitingText } from './queue-text.ts'
import { useQueue } from './use-queue.ts'

type ReviewLineProps = {
  accountId: string
  onResume: (sessionId: string) => void
  showToast: (toast: Toast) => void
}

/** A review that was left, above the list of sessions, and the ways on from there. */
export const ReviewLine = ({ accountId, onResume, showToast }: ReviewLineProps) => {
  const { queue, discard, restore } = useQueue(accountId)
  const current = queue?.current
  if (!queue || !current) return null
  const undo = async () => {
    const restored = await restore()
    if (!restored.ok) showToast(problemToast(restored.problem))
  }
  const end = async () => {
    const ended = await discard()
    if (!ended.ok) return showToast(problemToast(ended.problem))
    showToast(
      plainToast(
        'Discarded the review. Verdicts stay.',
        undoing(() => void undo()),
      ),
    )
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
