import { IconChartBarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { problemOf, useAsk } from '../../../bridge.ts'
import { EmptyView } from '../../../ui/feedback/empty-view.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { JsonTree } from '../../../ui/json-tree/json-tree.tsx'
import { formatDateTime, formatPast } from '../../../ui/text/format-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import classes from '../activity.module.css'
import { AskButton } from '../refresh-button.tsx'
import { type UsageGroup, usageOf } from './usage-facts.ts'

const Group = ({ group }: { group: UsageGroup }) => (
  <div className={group.title === null ? undefined : classes.group}>
    {group.title === null ? null : <h3 className={classes.groupTitle}>{group.title}</h3>}
    {group.facts.length === 0 ? null : (
      <dl className={classes.figures}>
        {group.facts.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two keys may have the same words
          <div key={index} className={classes.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {group.groups.map((inner, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Group key={index} group={inner} />
    ))}
  </div>
)

/** Everything, also what is no figure. */
const Raw = ({ json }: { json: string }) => {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes.raw} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As the service sent it</summary>
      {open ? (
        <div className={classes.tree}>
          <JsonTree json={json} label="Usage" />
        </div>
      ) : null}
    </details>
  )
}

/** What the account has used, read only: whatever figures the service gives. */
export const UsageSection = ({ onSignIn }: { onSignIn: () => void }) => {
  const usage = useAsk('usage.get', undefined, { refetchOnMount: 'always' })
  const now = useNow(5_000)
  const again = () => void usage.refetch()
  if (usage.isError) {
    const problem = problemOf(usage.error)
    const signedOut = problem.code === 'unauthorized' || problem.code === 'signed-out'
    return (
      <ProblemView
        problem={problem}
        action={
          signedOut
            ? { label: 'Sign in again', onClick: onSignIn }
            : { label: 'Retry', onClick: again, busy: usage.isFetching }
        }
      />
    )
  }
  if (!usage.data) return <SkeletonRows rows={8} />
  const { json, at } = usage.data
  if (json === null)
    return (
      <EmptyView
        icon={<IconChartBarOff size={24} stroke={1.5} />}
        title="This service does not show usage."
        text="If a service does, its plan, period, usage and costs appear here."
        action={{ label: 'Retry', onClick: again, busy: usage.isFetching }}
      />
    )
  const group = usageOf(json)
  return (
    <div className={classes.page}>
      <div className={`${classes.sheet} ${classes.narrow}`}>
        <div className={classes.top}>
          <p className={classes.calm} title={formatDateTime(at)}>{`Updated ${formatPast(at, now)} · Read-only`}</p>
          <AskButton label="Refresh" tip="Refresh usage" busy={usage.isFetching} onAsk={again} />
        </div>
        {group ? <Group group={group} /> : <p className={classes.calm}>The response contains no numbers.</p>}
        <Raw json={json} />
      </div>
    </div>
  )
}
