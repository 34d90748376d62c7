import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useMemo } from 'react'
import { clockText } from '../../../ui/text/clock-text.ts'
import { Tip } from '../../../ui/tip.tsx'
import { useInsight, usePlayer, usePlayerState } from '../player-context.ts'
import classes from '../timeline/axis.module.css'
import { useAxisView } from '../timeline/use-axis-view.ts'
import { type StepCluster, stepClusters } from './step-clusters.ts'
import { stepText } from './timed-steps.ts'

const APART_PX = 10
const LONGEST_TIP = 120

const labelOf = ({ steps }: StepCluster): string => {
  const [first] = steps
  if (!first) return ''
  const more = steps.length > 1 ? ` and ${steps.length - 1} more` : ''
  const text = stepText(first)
  return `${clockText(first.mediaMs / 1_000)} ${text.length > LONGEST_TIP ? `${text.slice(0, LONGEST_TIP)}…` : text}${more}`
}

/** Steps where they happened. One Tab stop; arrows go from step to step. */
export const StepsLane = () => {
  const { playback } = usePlayer()
  const { steps, failure } = useInsight()
  const view = useAxisView()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const clusters = useMemo(() => stepClusters(steps ?? [], view, width, APART_PX), [steps, view, width])
  // The mark at or before the playhead is the Tab stop.
  const current = usePlayerState((s) =>
    Math.max(
      0,
      clusters.findLastIndex(({ steps: [first] }) => (first?.mediaMs ?? 0) <= s.timeS * 1_000 + 5),
    ),
  )
  const onKeyDown = (index: number) => (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || event.ctrlKey || event.shiftKey || event.altKey) return
    event.currentTarget.parentElement?.querySelectorAll('button')[index + step]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={classes.steps} role="group" aria-label="Steps" ref={ref} data-lane="Steps">
      {clusters.map((cluster, index) => {
        const [first] = cluster.steps
        if (!first) return null
        const label = labelOf(cluster)
        return (
          <Tip key={first.number} label={label} position="top">
            <button
              type="button"
              className={classes.step}
              data-many={cluster.steps.length > 1 || undefined}
              data-failed={
                cluster.steps.some(({ failed, mediaMs }) => failed || mediaMs === failure?.atMs) || undefined
              }
              tabIndex={index === current ? 0 : -1}
              style={{ left: cluster.leftPx }}
              aria-label={`Step at ${label}`}
              onClick={() => playback()?.seek(first.mediaMs / 1_000)}
              onKeyDown={onKeyDown(index)}
            />
          </Tip>
        )
      })}
    </div>
  )
}
