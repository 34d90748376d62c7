import { HEALTH_EVERY_MS } from '../../../../electron/contract/constants/activity-constants.ts'
import { largestOf } from '../../../../electron/contract/extremes.ts'
import type { Health } from '../../../../electron/contract/models/account-models.ts'
import type { HealthHistory } from '../../../../electron/contract/models/activity-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke, problemOf, useAsk } from '../../../bridge.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { chartStart, roundUp } from '../../../ui/chart/chart-scale.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { Fact } from '../../../ui/panel/facts-view.tsx'
import { formatCount, formatDateTime, formatPast, formatRelative, formatWhen } from '../../../ui/text/format-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useTask } from '../../../ui/use-task.ts'
import classes from '../activity.module.css'
import { FactsRow } from '../facts-row.tsx'
import { AskButton } from '../refresh-button.tsx'
import { changesOf, downSpans, summaryOf } from './health-history.ts'

const DAY_MS = 86_400_000
const LEAST_MS = 300_000
const GAP_MS = 3 * HEALTH_EVERY_MS.up

const states: Record<Health['state'], string> = { unknown: 'Not checked yet', up: 'Online', down: 'Unreachable' }

const factsOf = ({ version, latencyMs, checkedAt, lastUpAt, nextCheckAt }: Health, now: number): Fact[] => [
  { label: 'Version', value: version ?? '–' },
  { label: 'Response time', value: latencyMs === null ? '–' : `${formatCount(Math.round(latencyMs))} ms` },
  { label: 'Checked', value: formatPast(checkedAt, now) },
  { label: 'Next check', value: nextCheckAt !== null && nextCheckAt > now ? formatRelative(nextCheckAt, now) : 'now' },
  { label: 'Last available', value: lastUpAt === null ? '–' : `at ${formatWhen(lastUpAt, now)}` },
]

const Changes = ({ checks, now }: HealthHistory & { now: number }) => {
  const changes = changesOf(checks, now)
  if (changes.length === 0) return <p className={classes.calm}>No outages or version changes in the last 24 hours.</p>
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ at, kind, text }) => (
          <tr key={`${at} ${kind}`}>
            <td title={formatDateTime(at)}>{formatWhen(at, now)}</td>
            <td className={classes.kind} data-kind={kind}>
              {text}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const History = ({ now }: { now: number }) => {
  const history = useAsk('health.history', undefined)
  if (history.isError)
    return (
      <ProblemView
        compact
        problem={problemOf(history.error)}
        action={{ label: 'Retry', onClick: () => void history.refetch() }}
      />
    )
  if (!history.data) return <SkeletonRows rows={5} height={36} />
  const { checks } = history.data
  return (
    <>
      <section aria-labelledby="health-day">
        <h2 className={classes.heading} id="health-day">
          The last 24 hours
        </h2>
        {checks.length === 0 ? (
          <p className={classes.calm}>No checks yet. They appear here.</p>
        ) : (
          <>
            <div className={classes.summary}>
              <FactsRow facts={summaryOf(checks)} />
            </div>
            <Chart
              label="Response time over 24 hours"
              points={checks.map(({ at, state, latencyMs }) => ({ at, value: state === 'down' ? null : latencyMs }))}
              from={chartStart(checks[0]?.at, now, LEAST_MS, DAY_MS)}
              to={now}
              top={roundUp(largestOf(checks.map((check) => check.latencyMs ?? 0)) ?? 0)}
              shape="line"
              gapMs={GAP_MS}
              textOf={(ms) => `${formatCount(Math.round(ms))} ms`}
              axis={(ms) => `${formatCount(ms)} ms`}
              spans={downSpans(checks, now)}
              legend={[
                { kind: 'line', text: 'Response time' },
                { kind: 'span', text: 'Down' },
              ]}
            />
          </>
        )}
      </section>
      <section aria-labelledby="health-changes">
        <h2 className={classes.heading} id="health-changes">
          Outages and version changes
        </h2>
        <Changes checks={checks} now={now} />
      </section>
    </>
  )
}

/** The health of the service: now, and over a day. */
export const HealthSection = () => {
  const health = useAsk('health.get', undefined)
  const now = useNow(1_000)
  const task = useTask<Problem>()
  if (health.isError) return <ProblemView problem={problemOf(health.error)} />
  if (!health.data) return null
  const { state, problem } = health.data
  return (
    <div className={classes.page}>
      <div className={classes.sheet}>
        <section aria-labelledby="health-now">
          <div className={classes.top}>
            <h2 className={`${classes.big} ${classes.state}`} data-state={state} id="health-now">
              {states[state]}
            </h2>
            <AskButton
              label="Refresh"
              tip="Refreshes the health of the service"
              busy={task.busy}
              onAsk={() => void task.run(() => invoke('health.check', undefined))}
            />
          </div>
          {state === 'down' ? (
            <p className={classes.calm}>
              {`${problem?.message ?? 'The service does not respond.'} Your archive and notes stay available.`}
            </p>
          ) : null}
          <FactsRow facts={factsOf(health.data, now)} />
          <p className={classes.note}>
            {`The service is checked every ${HEALTH_EVERY_MS.up / 1_000} s, and every ${HEALTH_EVERY_MS.down / 1_000} s while it is down. When it is available again, everything resumes automatically.`}
          </p>
        </section>
        <History now={now} />
      </div>
    </div>
  )
}
