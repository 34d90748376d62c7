import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatClock } from '../text/format-text.ts'
import classes from './chart.module.css'
import { type ChartPoint, linePath, nearest, timeTicks } from './chart-scale.ts'

const HEIGHT_PX = 180
const TOP_PX = 8
const BOTTOM_PX = 22
const LEFT_PX = 52
const RIGHT_PX = 12
const TICK_PX = 84
const PAGE = 10

/** Something that happened at one moment: a square with a line down, or a small tick at the foot. */
export type ChartMark = { at: number; kind: 'square' | 'tick'; text: string }
export type ChartSpan = { from: number; to: number; text: string }

type ChartProps = {
  label: string
  points: readonly ChartPoint[]
  /** Epoch ms. */
  from: number
  to: number
  /** The highest value of the axis. */
  top: number
  shape: 'step' | 'line'
  /** A longer silence breaks the line, ms. */
  gapMs: number
  /** A value in words: `62 of 100 left`. */
  textOf: (value: number) => string
  /** A value of the axis. */
  axis: (value: number) => string
  /** What is known of the time to come: the newest value holds until then, and rises to the top. */
  ahead?: { at: number; text: string } | undefined
  marks?: readonly ChartMark[]
  spans?: readonly ChartSpan[]
  /** What the shapes mean. */
  legend: readonly { kind: 'line' | 'span' | ChartMark['kind']; text: string }[]
}

/** Everything the chart says, in order of time: what hover, arrow keys and the table read out. */
const readingsOf = ({ points, marks = [], textOf }: Pick<ChartProps, 'points' | 'marks' | 'textOf'>) =>
  [
    ...points.map(({ at, value }) => ({ at, value, text: value === null ? 'No response' : textOf(value) })),
    ...marks.map(({ at, text }) => ({ at, value: null, text })),
  ].sort((a, b) => a.at - b.at)

const stepOf: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -PAGE, PageDown: PAGE }

/** A value over time. The pointer or the arrow keys read single points; the same values are below as a table. */
export const Chart = (props: ChartProps) => {
  const { label, points, from, to, top, shape, gapMs, axis, ahead, marks = [], spans = [], legend } = props
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [read, setRead] = useState<number | null>(null)
  const [table, setTable] = useState(false)
  const readings = readingsOf(props)
  const last = readings.length - 1
  const at = read === null ? null : (readings[Math.min(read, last)] ?? null)

  const newest = points.findLast((point) => point.value !== null)
  const inner = Math.max(1, width - LEFT_PX - RIGHT_PX)
  const foot = HEIGHT_PX - BOTTOM_PX
  const x = (ms: number) => LEFT_PX + Math.min(1, Math.max(0, (ms - from) / (to - from))) * inner
  const y = (value: number) => foot - Math.min(1, value / top) * (foot - TOP_PX)

  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left
    setRead(nearest(readings, from + ((px - LEFT_PX) / inner) * (to - from)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = stepOf[event.key]
    if (step !== undefined) setRead(Math.min(last, Math.max(0, (read ?? last + 1) + step)))
    else if (event.key === 'Home') setRead(0)
    else if (event.key === 'End') setRead(last)
    else if (event.key === 'Escape' && read !== null) setRead(null)
    else return
    event.preventDefault()
  }
  const readout = at === null ? null : `${formatClock(at.at)} · ${at.text}`
  return (
    <figure className={classes.chart} aria-label={label}>
      <div className={classes.head}>
        <ul className={classes.legend}>
          {legend.map(({ kind, text }) => (
            <li key={kind} data-kind={kind}>
              {text}
            </li>
          ))}
        </ul>
        <span className={classes.readout}>{readout ?? 'Point at the chart, or use the arrow keys'}</span>
      </div>
      <div
        ref={ref}
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={`${label}: points`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={read ?? last}
        aria-valuetext={readout ?? 'No point selected'}
        onPointerMove={onPointer}
        onPointerLeave={() => setRead(null)}
        onBlur={() => setRead(null)}
        onKeyDown={onKeyDown}
      >
        {width > 0 ? (
          <svg width={width} height={HEIGHT_PX} aria-hidden="true">
            {[0, 0.5, 1].map((share) => (
              <g key={share}>
                <line
                  className={classes.rule}
                  x1={LEFT_PX}
                  x2={width - RIGHT_PX}
                  y1={y(share * top)}
                  y2={y(share * top)}
                />
                <text className={classes.axis} x={LEFT_PX - 8} y={y(share * top) + 4} textAnchor="end">
                  {axis(share * top)}
                </text>
              </g>
            ))}
            {timeTicks(from, to, Math.max(2, Math.floor(inner / TICK_PX))).map((ms) => (
              <text key={ms} className={classes.axis} x={x(ms)} y={HEIGHT_PX - 5} textAnchor="middle">
                {formatClock(ms).slice(0, 5)}
              </text>
            ))}
            {spans.map((span) => (
              <g key={span.from}>
                <rect
                  className={classes.span}
                  x={x(span.from)}
                  y={TOP_PX}
                  width={Math.max(2, x(span.to) - x(span.from))}
                  height={foot - TOP_PX}
                />
                <rect
                  className={classes.spanFoot}
                  x={x(span.from)}
                  y={foot - 3}
                  width={Math.max(4, x(span.to) - x(span.from))}
                  height={3}
                />
                {x(span.to) - x(span.from) > 40 ? (
                  <text
                    className={classes.spanText}
                    x={(x(span.from) + x(span.to)) / 2}
                    y={TOP_PX + 14}
                    textAnchor="middle"
                  >
                    {span.text}
                  </text>
                ) : null}
              </g>
            ))}
            {newest && ahead ? (
              <g>
                <path
                  className={classes.ahead}
                  d={`M${x(newest.at)} ${y(newest.value ?? 0)}H${x(ahead.at)}V${y(top)}`}
                />
                <text className={classes.axis} x={x(ahead.at) - 6} y={foot - 8} textAnchor="end">
                  {ahead.text}
                </text>
              </g>
            ) : null}
            {newest ? <circle className={classes.newest} cx={x(newest.at)} cy={y(newest.value ?? 0)} r={3} /> : null}
            <path className={classes.line} d={linePath(points, { x, y }, shape, gapMs)} />
            {marks.map((mark, index) =>
              mark.kind === 'tick' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: two marks may stand at the same time
                <path key={index} className={classes.tick} d={`M${x(mark.at)} ${foot}v-7`} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <g key={index} className={classes.square}>
                  <line x1={x(mark.at)} x2={x(mark.at)} y1={TOP_PX} y2={foot} />
                  <rect x={x(mark.at) - 4} y={TOP_PX - 4} width={8} height={8} />
                </g>
              ),
            )}
            {at ? (
              <g className={classes.cursor}>
                <line x1={x(at.at)} x2={x(at.at)} y1={TOP_PX} y2={foot} />
                {at.value === null ? null : <circle cx={x(at.at)} cy={y(at.value)} r={4} />}
              </g>
            ) : null}
          </svg>
        ) : null}
      </div>
      <details className={classes.asTable} onToggle={(event) => setTable(event.currentTarget.open)}>
        <summary>As a table</summary>
        {table ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
          <section className={classes.scroll} tabIndex={0} aria-label={`${label}, as a table`}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">{label}</th>
                </tr>
              </thead>
              <tbody>
                {readings.toReversed().map((one, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two things may have happened at the same time
                  <tr key={index}>
                    <td>{formatClock(one.at)}</td>
                    <td>{one.text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ) : null}
      </details>
    </figure>
  )
}
