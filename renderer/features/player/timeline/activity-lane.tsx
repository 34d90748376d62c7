import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { clockText } from '../../../ui/text/clock-text.ts'
import { formatDuration } from '../../../ui/text/format-text.ts'
import { useInsight, usePlayerState } from '../player-context.ts'
import { joined, stillMs } from '../waiting/waiting.ts'
import { activityPath } from './activity-area.ts'
import classes from './axis.module.css'
import { shareIn, spanIn } from './axis-view.ts'
import { useAxisView } from './use-axis-view.ts'

/** Narrower still parts are drawn and not named. */
const NAMED_PX = 12

/** How much of the picture changed, as an area; parts in which nothing does are hatched. */
export const ActivityLane = () => {
  const { analysis } = useInsight()
  const view = useAxisView()
  const waiting = usePlayerState((s) => s.waiting)
  const { ref, width } = useElementSize()
  const { record, quick } = analysis
  const lane = record?.activity ?? quick
  const path = useMemo(() => (lane ? activityPath(lane, view) : ''), [lane, view])
  const still = useMemo(() => joined(record?.still ?? []), [record])
  const name = record
    ? `Activity: ${formatDuration(record.durationMs - stillMs(record.still))} of ${formatDuration(record.durationMs)}`
    : lane
      ? 'Approximate activity'
      : 'Activity: not analysed yet'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={classes.activity} role="group" aria-label={name} ref={ref} data-lane="Activity">
      <svg className={classes.area} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={path} data-approximate={(!record && lane !== null) || undefined} />
      </svg>
      {still.map(({ startMs, endMs }) => {
        const place = spanIn(view, startMs / 1_000, endMs / 1_000)
        if (!place) return null
        const px = (shareIn(view, endMs / 1_000) - shareIn(view, startMs / 1_000)) * width
        const named = px >= NAMED_PX
        return (
          <div
            key={startMs}
            className={classes.still}
            data-waiting={waiting}
            style={place}
            {...(named
              ? {
                  role: 'img',
                  'aria-label': `Waiting from ${clockText(startMs / 1_000, 0)} to ${clockText(endMs / 1_000, 0)}`,
                }
              : { 'aria-hidden': true })}
          />
        )
      })}
    </div>
  )
}
