import classes from '../player.module.css'
import { usePlayer, usePlayerState } from '../player-context.ts'
import { lengthToShow } from './axis.ts'
import { clockText } from './clocks.ts'

/** `0:31.4 / 10:02`; before the media is loaded the announced length stands there (V01). */
export const TimeLabel = () => {
  const { playable } = usePlayer()
  const time = usePlayerState((s) => clockText(s.ready || s.timeS > 0 ? s.timeS : null))
  const mediaS = usePlayerState((s) => s.lengthS)
  const length = clockText(lengthToShow(mediaS, playable?.durationMs ?? null), 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: an output would be read aloud ten times a second
    <div className={classes.time} role="group" aria-label="Time">
      {/* The room of the longest text, so that nothing moves while it ticks. */}
      <span className={classes.timeNow} style={{ minWidth: `${length.length + 2}ch` }}>
        {time}
      </span>
      <span className={classes.timeLength}> / {length}</span>
    </div>
  )
}
