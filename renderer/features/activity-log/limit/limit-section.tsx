import { largestOf } from '../../../../electron/contract/extremes.ts'
import type { Limit } from '../../../../electron/contract/models/account-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke, problemOf, useAsk } from '../../../bridge.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { chartStart } from '../../../ui/chart/chart-scale.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { formatCount, formatSpan } from '../../../ui/text/format-text.ts'
import { gaugeOf } from '../../../ui/text/limit-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useTask } from '../../../ui/use-task.ts'
import classes from '../activity.module.css'
import { FactsRow } from '../facts-row.tsx'
import { AskButton } from '../refresh-button.tsx'
import { limitFacts, limitMarks } from './limit-facts.ts'
import { Planner } from './planner.tsx'

const HOUR_MS = 3_600_000
const LEAST_MS = 120_000
/** A reset further away is not drawn: what was would be pressed into a corner. */
const FURTHEST_MS = 300_000
/** With a health check a minute, a longer silence means that nobody asked. */
const GAP_MS = 180_000

const History = ({ limit, now }: { limit: Limit; now: number }) => {
  const history = useAsk('limit.history', undefined)
  if (history.isError)
    return (
      <ProblemView
        compact
        problem={problemOf(history.error)}
        action={{ label: 'Retry', onClick: () => void history.refetch() }}
      />
    )
  if (!history.data) return <SkeletonRows rows={5} height={36} />
  const { points } = history.data
  if (points.length === 0 && history.data.refusals.length === 0)
    return (
      <p className={classes.calm}>No rate limit reported in the last hour. It appears here with the next responses.</p>
    )
  const top = Math.max(1, largestOf(points.map((point) => Math.max(point.limit ?? 0, point.remaining))) ?? 1)
  const of = points.findLast((point) => point.limit !== null)?.limit ?? null
  const { resetsAt, remaining } = limit
  const resets = remaining !== null && resetsAt !== null && resetsAt > now && resetsAt - now < FURTHEST_MS
  return (
    <Chart
      label="Requests left over the last hour"
      points={points.map(({ at, remaining }) => ({ at, value: remaining }))}
      from={chartStart(points[0]?.at, now, LEAST_MS, HOUR_MS)}
      to={resets ? resetsAt : now}
      ahead={resets ? { at: resetsAt, text: `Resets in ${formatSpan(resetsAt - now)}` } : undefined}
      top={top}
      shape="step"
      gapMs={GAP_MS}
      textOf={(left) => `${formatCount(left)}${of === null ? '' : ` of ${formatCount(of)}`} left`}
      axis={(value) => formatCount(Math.round(value))}
      marks={limitMarks(history.data)}
      legend={[
        { kind: 'line', text: 'Requests left' },
        { kind: 'tick', text: 'New window' },
        { kind: 'square', text: 'Refused (429)' },
      ]}
    />
  )
}

/** The request limit: now, over the last hour, and for planned work. */
export const LimitSection = () => {
  const limit = useAsk('limit.get', undefined)
  const now = useNow(1_000)
  const task = useTask<Problem>()
  if (limit.isError) return <ProblemView problem={problemOf(limit.error)} />
  if (!limit.data) return null
  const { tip, share, paused } = gaugeOf(limit.data, now)
  const { remaining, limit: all, resetsAt } = limit.data
  const known = remaining !== null && (resetsAt === null || resetsAt > now)
  const title = paused
    ? 'Paused by the service'
    : known
      ? `${formatCount(remaining)}${all === null ? '' : ` of ${formatCount(all)}`} requests left`
      : 'Requests left: unknown'
  return (
    <div className={classes.page}>
      <div className={classes.sheet}>
        <section aria-labelledby="limit-now">
          <div className={classes.top}>
            <div>
              <h2 className={classes.big} id="limit-now">
                {title}
              </h2>
              <p className={classes.calm}>
                {known && !paused ? 'Shared with every agent that uses the same key.' : tip}
              </p>
            </div>
            <AskButton
              label="Refresh"
              tip="Refreshes the rate limit; this may use one request"
              busy={task.busy}
              onAsk={() => void task.run(() => invoke('health.check', undefined))}
            />
          </div>
          <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="8" className={classes.track} />
            <rect
              width={100 * (share ?? 0)}
              height="8"
              className={classes.fill}
              data-low={(share !== null && share < 0.2) || undefined}
            />
          </svg>
          <FactsRow facts={limitFacts(limit.data, now)} />
        </section>
        <section aria-labelledby="limit-history">
          <h2 className={classes.heading} id="limit-history">
            The last hour
          </h2>
          <History limit={limit.data} now={now} />
        </section>
        <section aria-labelledby="limit-plan">
          <h2 className={classes.heading} id="limit-plan">
            Plan bulk work
          </h2>
          <Planner limit={limit.data} now={now} />
          <p className={classes.note}>
            Bulk work waits for the rate limit automatically and leaves part of it free for you. It takes longer if
            others use the same key.
          </p>
        </section>
      </div>
    </div>
  )
}
