import { formatDateTime } from '../../../ui/text/format-text.ts'
import { usePlayer } from '../player-context.ts'
import classes from './axis.module.css'
import { fractionOf } from './axis.ts'
import { momentOf } from './clocks.ts'

/** The time under the pointer in three clocks. Floats above the axis and moves nothing. */
export const HoverCard = ({ seconds, lengthS }: { seconds: number; lengthS: number | null }) => {
  const { playable } = usePlayer()
  if (!playable) return null
  const moment = momentOf(seconds, playable, formatDateTime)
  const fraction = fractionOf(seconds, lengthS)
  return (
    <div
      className={classes.card}
      role="tooltip"
      // Slides from its left edge to its right edge over the axis, so that it never leaves it.
      style={{ left: `${fraction * 100}%`, transform: `translateX(${-fraction * 100}%)` }}
    >
      <span className={classes.cardName}>Video</span>
      <span className={classes.cardMain}>{moment.video}</span>
      <span className={classes.cardName}>Session</span>
      <span>
        {moment.session}
        {moment.estimated ? <em className={classes.estimated}> estimated</em> : null}
      </span>
      <span className={classes.cardName}>Clock</span>
      <span>
        {moment.wall ?? 'unknown'}
        {moment.wall && moment.estimated ? <em className={classes.estimated}> estimated</em> : null}
      </span>
    </div>
  )
}
