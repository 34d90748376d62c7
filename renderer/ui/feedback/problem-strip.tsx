import type { ComponentProps } from 'react'
import type { Problem } from '../../../electron/contract/result.ts'
import classes from '../list/list.module.css'
import { useShownByBanner } from './outage-context.ts'
import { ProblemView } from './problem-view.tsx'

type ProblemStripProps = { problem: Problem | null; action?: ComponentProps<typeof ProblemView>['action'] }

/** One line above the rows of a list that says what is wrong, unless the banner says it already. */
export const ProblemStrip = ({ problem, action }: ProblemStripProps) => {
  const shownByBanner = useShownByBanner()
  return problem && !shownByBanner(problem) ? (
    <div className={classes.strip}>
      <ProblemView compact problem={problem} action={action} />
    </div>
  ) : null
}
