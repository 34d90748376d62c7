import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { usePlayer, usePlayerState } from '../player-context.ts'
import classes from './axis.module.css'
import { percent, timeAtPointer } from './axis.ts'
import { spokenTime } from './clocks.ts'
import { HoverCard } from './hover-card.tsx'

/** The bar with what is buffered, played and looped. Without a length it is disabled (V02). */
export const SeekBar = () => {
  const { playback } = usePlayer()
  const lengthS = usePlayerState((s) => s.lengthS)
  const box = useRef<HTMLDivElement>(null)
  const [hoverS, setHoverS] = useState<number | null>(null)

  const timeOf = (event: PointerEvent) => {
    const rect = box.current?.getBoundingClientRect()
    return rect ? timeAtPointer(event.clientX, rect, lengthS) : null
  }
  const seekTo = (time: number | null) => {
    if (time !== null) playback()?.seek(time)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    seekTo(timeOf(event))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const time = timeOf(event)
    setHoverS(time)
    if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(time)
  }
  // Left and right, Home and End work everywhere in the player; the slider adds the keys that only sliders have.
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowUp: 5, ArrowDown: -5, PageUp: 30, PageDown: -30 }[event.key]
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
      onPointerLeave={() => setHoverS(null)}
    >
      <SliderThumb onKeyDown={onKeyDown} lengthS={lengthS}>
        <div className={classes.track} ref={box}>
          <Buffered lengthS={lengthS} />
          <LoopBand lengthS={lengthS} />
          <Played lengthS={lengthS} />
        </div>
      </SliderThumb>
      {hoverS === null ? null : (
        <>
          <div className={classes.hoverLine} style={{ left: percent(hoverS, lengthS) }} />
          <HoverCard seconds={hoverS} lengthS={lengthS} />
        </>
      )}
    </div>
  )
}

const SliderThumb = (props: {
  lengthS: number | null
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
  children: React.ReactNode
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

const Buffered = ({ lengthS }: { lengthS: number | null }) => {
  const spans = usePlayerState((s) => s.buffered)
  return spans.map((span) => (
    <div
      key={span.start}
      className={classes.buffered}
      style={{ left: percent(span.start, lengthS), width: percent(span.end - span.start, lengthS) }}
    />
  ))
}

const LoopBand = ({ lengthS }: { lengthS: number | null }) => {
  const loop = usePlayerState((s) => s.loop)
  if (loop.in === null && loop.out === null) return null
  const from = loop.in ?? loop.out ?? 0
  const to = loop.out ?? from
  return (
    <div
      className={classes.loop}
      data-on={loop.on || undefined}
      data-open={loop.in === null ? 'left' : loop.out === null ? 'right' : undefined}
      style={{ left: percent(from, lengthS), width: percent(to - from, lengthS) }}
    />
  )
}

const Played = ({ lengthS }: { lengthS: number | null }) => {
  const timeS = usePlayerState((s) => s.timeS)
  const at = percent(timeS, lengthS)
  return (
    <>
      <div className={classes.played} style={{ width: at }} />
      <div className={classes.head} style={{ left: at }} />
    </>
  )
}
