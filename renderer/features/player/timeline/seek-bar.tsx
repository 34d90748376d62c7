import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { usePlayer, usePlayerState } from '../player-context.ts'
import classes from './axis.module.css'
import { spanIn, timeAt } from './axis-view.ts'
import { spokenTime } from './clocks.ts'
import { usePlayheadShare } from './playhead.tsx'
import { useAxisView } from './use-axis-view.ts'

/** The bar with what is buffered, archived, played and looped. Without a length it is disabled (V02). */
export const SeekBar = () => {
  const { playback } = usePlayer()
  const view = useAxisView()
  const lengthS = usePlayerState((s) => s.lengthS)
  const box = useRef<HTMLDivElement>(null)

  const seekTo = (event: PointerEvent) => {
    const rect = box.current?.getBoundingClientRect()
    const time = rect ? timeAt(view, event.clientX, rect) : null
    if (time !== null && lengthS !== null) playback()?.seek(time)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    seekTo(event)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event)
  }
  // Arrows, Home and End work everywhere in the player; the slider adds the keys that only sliders have.
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { PageUp: 30, PageDown: -30 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    playback()?.seekBy(step)
  }

  return (
    <div
      className={classes.hit}
      data-disabled={lengthS === null || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      <SliderThumb onKeyDown={onKeyDown} lengthS={lengthS}>
        <div className={classes.track} ref={box}>
          <Buffered />
          <Played />
          <LoopBand />
        </div>
      </SliderThumb>
    </div>
  )
}

const SliderThumb = (props: {
  lengthS: number | null
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
  children: ReactNode
}) => {
  const whole = usePlayerState((s) => Math.floor(s.timeS))
  const { lengthS } = props
  return (
    <div
      role="slider"
      aria-label="Seek"
      tabIndex={0}
      aria-disabled={lengthS === null}
      aria-valuemin={0}
      aria-valuemax={lengthS === null ? 0 : Math.floor(lengthS)}
      aria-valuenow={lengthS === null ? 0 : Math.min(whole, Math.floor(lengthS))}
      aria-valuetext={lengthS === null ? 'Unknown length' : `${spokenTime(whole)} of ${spokenTime(lengthS)}`}
      className={classes.slider}
      onKeyDown={props.onKeyDown}
    >
      {props.children}
    </div>
  )
}

const ARCHIVED = /^\/media\/archive\//

/** What can be played without loading: what is buffered, or all of a copy in the archive. */
const Buffered = () => {
  const { playable } = usePlayer()
  const view = useAxisView()
  const buffered = usePlayerState((s) => s.buffered)
  const lengthS = usePlayerState((s) => s.lengthS)
  const isArchived = ARCHIVED.test(playable?.mp4 ?? '')
  const spans = isArchived ? [{ start: 0, end: lengthS ?? 0 }] : buffered
  return spans.map(({ start, end }) => {
    const place = spanIn(view, start, end)
    return place ? (
      <div key={start} className={classes.buffered} data-archived={isArchived || undefined} style={place} />
    ) : null
  })
}

const LoopBand = () => {
  const view = useAxisView()
  const loop = usePlayerState((s) => s.loop)
  if (loop.in === null && loop.out === null) return null
  const from = loop.in ?? loop.out ?? 0
  // An open loop is a line: it has a width of its own in the style sheet.
  const place = spanIn(view, from, Math.max(loop.out ?? from, from + 1e-3))
  return place ? (
    <div
      className={classes.loop}
      data-on={loop.on || undefined}
      data-open={loop.in === null ? 'left' : loop.out === null ? 'right' : undefined}
      style={place}
    />
  ) : null
}

const Played = () => {
  const bar = useRef<HTMLDivElement>(null)
  usePlayheadShare((share) => {
    if (bar.current) bar.current.style.transform = `scaleX(${Math.min(1, Math.max(0, share)).toFixed(6)})`
  })
  return <div className={classes.played} ref={bar} />
}
