import { useEffect } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { ReviewQueue } from '../../../electron/contract/models/review-models.ts'
import { problemOf } from '../../bridge.ts'
import { PlayerView, type PlayerViewProps } from '../../features/player/player-view.tsx'
import { ReviewSummary } from '../../features/review/queue/review-summary.tsx'
import { useQueue } from '../../features/review/queue/use-queue.ts'
import { useReviewMode } from '../../features/review/queue/use-review-mode.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { useNavigation } from './navigation-store.ts'
import type { ViewOf } from './view-state.ts'

type ReviewHostProps = {
  account: Account
  view: ViewOf<'player'>
  /** The player without its session. */
  player: Omit<PlayerViewProps, 'sessionId' | 'review' | 'backLabel' | 'startAtMs' | 'playAtOnce'>
}

const Reviewing = ({ account, view, player, at }: ReviewHostProps & { at: Parts & { queue: ReviewQueue } }) => {
  const review = useReviewMode({ ...at, accountId: account.id, sessionId: view.sessionId })
  return <PlayerView {...player} sessionId={view.sessionId} startAtMs={null} review={review} backLabel="Leave review" />
}
type Parts = Pick<ReturnType<typeof useQueue>, 'put' | 'back' | 'undo'>

/** The player on the session that the queue is at; a summary once nothing is left. */
export const ReviewHost = (props: ReviewHostProps) => {
  const { account, view } = props
  const { queue, error, retry, ...actions } = useQueue(account.id)
  const go = useNavigation((navigation) => navigation.go)
  const back = useNavigation((navigation) => navigation.back)
  const at = queue?.current?.sessionId ?? null
  const gone = queue === null
  // The queue leads, the view follows; without a queue it is a player like any other.
  useEffect(() => {
    if (gone) go({ ...view, review: false })
    else if (at !== null && at !== view.sessionId) go({ ...view, sessionId: at })
  }, [gone, at, view, go])
  if (error) return <ProblemView problem={problemOf(error)} action={{ label: 'Retry', onClick: retry }} />
  if (!queue) return null
  if (queue.current) return <Reviewing {...props} at={{ ...actions, queue }} />
  const leave = async () => {
    const ended = await actions.discard()
    if (ended.ok) back()
    return ended
  }
  return <ReviewSummary queue={queue} onUndo={actions.undo} onReopenSkipped={actions.reopenSkipped} onLeave={leave} />
}
