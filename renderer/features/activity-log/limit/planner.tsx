import { TextInput } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import type { Limit } from '../../../../electron/contract/models/account-models.ts'
import { problemOf, useAsk } from '../../../bridge.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import classes from '../activity.module.css'
import { planText, readCount } from './plan-text.ts'

/** How long a number of requests would take. `now` in epoch ms. */
export const Planner = ({ limit, now }: { limit: Limit; now: number }) => {
  const [text, setText] = useState('100')
  const count = readCount(text)
  const requests = useDeferredValue(count ?? 0)
  const plan = useAsk('limit.plan', { requests }, { placeholderData: (before) => before, gcTime: 0 })
  const estimate = plan.data && planText(plan.data, limit, now)
  return (
    <div className={classes.planner}>
      <TextInput
        className={classes.planField}
        label="Requests needed"
        inputMode="numeric"
        value={text}
        maxLength={12}
        error={count === null ? 'A number up to 10,000,000' : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.plan} role="status">
        {plan.isError ? <ProblemView compact problem={problemOf(plan.error)} /> : null}
        {estimate && count !== null ? (
          <p className={classes.calm}>
            <strong className={classes.planTitle}>{estimate.title}</strong> {estimate.text}
          </p>
        ) : null}
      </div>
    </div>
  )
}
