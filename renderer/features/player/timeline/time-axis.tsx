import { useElementSize } from '@mantine/hooks'
import { MarksLane } from '../marks/marks-lane.tsx'
import { NoteEditor } from '../marks/note-editor.tsx'
import { usePlayerState } from '../player-context.ts'
import classes from './axis.module.css'
import { percent, ticksOf } from './axis.ts'
import { clockText } from './clocks.ts'
import { SeekBar } from './seek-bar.tsx'

/** All lanes over one time axis. Its height never changes. */
export const TimeAxis = () => (
  <div className={classes.axis}>
    <MarksLane />
    <SeekBar />
    <Ticks />
    <NoteEditor />
  </div>
)

const Ticks = () => {
  const lengthS = usePlayerState((s) => s.lengthS)
  const { ref, width } = useElementSize()
  const ticks = ticksOf(lengthS, width)
  const digits = (ticks[1] ?? 1) < 1 ? 1 : 0
  return (
    <div className={classes.ticks} ref={ref} aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick}
          className={classes.tick}
          // The last label would run out of the axis: it stands before its line.
          data-before={(tick / (lengthS ?? 1)) * width > width - 56 || undefined}
          style={{ left: percent(tick, lengthS) }}
        >
          {clockText(tick, digits)}
        </span>
      ))}
    </div>
  )
}
