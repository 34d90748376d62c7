import type { Limit } from '../../../../electron/contract/models/account-models.ts'
import type { LimitHistory } from '../../../../electron/contract/models/activity-models.ts'
import type { ChartMark } from '../../../ui/chart/chart.tsx'
import type { Fact } from '../../../ui/panel/facts-view.tsx'
import { formatClock, formatCount, formatRelative } from '../../../ui/text/format-text.ts'

/** The limit in single figures. `now` in epoch ms. */
export const limitFacts = ({ limit, remaining, resetsAt, waiting, pausedUntil }: Limit, now: number): Fact[] => {
  const over = resetsAt !== null && resetsAt <= now
  const left = over ? null : remaining
  const used = left === null || limit === null ? '–' : formatCount(Math.max(0, limit - left))
  return [
    { label: 'Used', value: used },
    { label: 'Left', value: left === null ? '–' : formatCount(left) },
    { label: 'Limit', value: limit === null ? '–' : formatCount(limit) },
    {
      label: 'Resets',
      value:
        resetsAt === null
          ? '–'
          : over
            ? `was reset at ${formatClock(resetsAt)}`
            : `${formatRelative(resetsAt, now)}, at ${formatClock(resetsAt)}`,
    },
    {
      label: 'Waiting',
      value: waiting === 0 ? 'None' : `${formatCount(waiting)} ${waiting === 1 ? 'request' : 'requests'}`,
    },
    {
      label: 'Paused',
      value:
        pausedUntil !== null && pausedUntil > now
          ? `until ${formatClock(pausedUntil)}, ${formatRelative(pausedUntil, now)}`
          : 'No',
    },
  ]
}

/** Where a window ended (more is left than before), and where the service refused. */
export const limitMarks = ({ points, refusals }: LimitHistory): ChartMark[] => {
  const resets = points.filter((point, index) => point.remaining > (points[index - 1]?.remaining ?? point.remaining))
  return [
    ...resets.map(({ at }): ChartMark => ({ at, kind: 'tick', text: 'A new window' })),
    ...refusals.map((at): ChartMark => ({ at, kind: 'square', text: 'Refused: too many requests (429)' })),
  ]
}
