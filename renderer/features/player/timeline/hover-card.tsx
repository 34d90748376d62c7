import { useStore } from 'zustand'
import { formatDateTime } from '../../../ui/text/format-text.ts'
import { usePlayer } from '../player-context.ts'
import { useMomentPicture } from '../screens/use-moment-picture.ts'
import classes from './axis.module.css'
import { placeIn, shareWithin } from './axis-view.ts'
import { momentOf } from './clocks.ts'
import type { Hover } from './use-axis-pointer.ts'
import { useAxisView } from './use-axis-view.ts'

/** The line under the pointer and the card over it. */
export const HoverLayer = ({ hover }: { hover: Hover }) => {
  const timeS = useStore(hover, (s) => s.timeS)
  const view = useAxisView()
  if (timeS === null) return null
  return (
    <>
      <div className={classes.hoverLine} style={{ left: placeIn(view, timeS) }} />
      <HoverCard seconds={timeS} share={shareWithin(view, timeS)} />
    </>
  )
}

/** The time under the pointer: its picture and three clocks. Floats above the axis and moves nothing. */
const HoverCard = ({ seconds, share }: { seconds: number; share: number }) => {
  const { playable } = usePlayer()
  const picture = useMomentPicture(seconds)
  if (!playable) return null
  const moment = momentOf(seconds, playable, formatDateTime)
  return (
    <div
      className={classes.card}
      role="tooltip"
      // Slides from its left edge to its right edge over the axis, so that it never leaves it.
      style={{ left: `${share * 100}%`, transform: `translateX(${-share * 100}%)` }}
    >
      {picture ? <img className={classes.cardPicture} src={picture} alt={`Screen at ${moment.video}`} /> : null}
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
