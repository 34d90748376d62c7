import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { clockText } from '../../../ui/text/clock-text.ts'
import { MarksLane } from '../marks/marks-lane.tsx'
import { NoteEditor } from '../marks/note-editor.tsx'
import { usePlayer } from '../player-context.ts'
import { FilmStrip } from '../screens/film-strip.tsx'
import { StepsLane } from '../steps/steps-lane.tsx'
import { ActivityLane } from './activity-lane.tsx'
import classes from './axis.module.css'
import { ticksIn } from './axis.ts'
import { AxisHeader } from './axis-header.tsx'
import { followTime, placeIn, shareIn } from './axis-view.ts'
import { HoverLayer } from './hover-card.tsx'
import { Playhead } from './playhead.tsx'
import { SeekBar } from './seek-bar.tsx'
import { type Hover, useAxisPointer } from './use-axis-pointer.ts'
import { useAxisView } from './use-axis-view.ts'

/** All lanes over one time axis. */
export const TimeAxis = () => {
  const lanes = useRef<HTMLDivElement>(null)
  const [hover] = useState<Hover>(() => createStore(() => ({ timeS: null })))
  const pointer = useAxisPointer(lanes, hover)
  useFollow()
  return (
    <div className={classes.axis}>
      <AxisHeader />
      <div className={classes.lanes} ref={lanes} {...pointer}>
        <FilmStrip />
        <ActivityLane />
        <StepsLane />
        <MarksLane />
        <SeekBar />
        <Ticks />
        <Playhead />
        <HoverLayer hover={hover} />
      </div>
      <NoteEditor />
    </div>
  )
}

/** The axis turns its page when the playhead leaves it, but not while it is paused and a person looks elsewhere. */
const useFollow = (): void => {
  const { store } = usePlayer()
  useEffect(
    () =>
      store.subscribe(({ timeS, axisView, lengthS }, before) => {
        if (!axisView || lengthS === null || timeS === before.timeS) return
        const wasShown = before.timeS >= axisView.fromS && before.timeS <= axisView.toS
        // A jump shows where it went; what only plays on elsewhere leaves the axis where the person put it.
        if (!wasShown && Math.abs(timeS - before.timeS) < 1) return
        const next = followTime(axisView, lengthS, timeS)
        if (next !== axisView) store.setState({ axisView: next })
      }),
    [store],
  )
}

const Ticks = () => {
  const view = useAxisView()
  const { ref, width } = useElementSize()
  const ticks = ticksIn(view, width)
  const digits = ((ticks[1] ?? 1) - (ticks[0] ?? 0)) % 1 === 0 ? 0 : 1
  return (
    <div className={classes.ticks} ref={ref} aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick}
          className={classes.tick}
          // The last label would run out of the axis: it is before its line.
          data-before={shareIn(view, tick) * width > width - 56 || undefined}
          style={{ left: placeIn(view, tick) }}
        >
          {clockText(tick, digits)}
        </span>
      ))}
    </div>
  )
}
