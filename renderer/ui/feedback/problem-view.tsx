import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '../kit.module.css'
import { useCopied } from '../text/copy.ts'
import { EmptyView } from './empty-view.tsx'
import { type Outage, useShownByBanner } from './outage-context.ts'

/** The parts of the contract's Problem that are shown; a Problem fits as it is. */
type ShownProblem = { code: string; message: string; next?: string; status?: number; details?: string }

type ProblemViewProps = {
  problem: ShownProblem
  action?: { label: string; onClick: () => void; busy?: boolean } | undefined
  /** A line inside something else, instead of a screen of its own. */
  compact?: boolean
  icon?: ReactNode
  /** Shown above the sentence; without it the sentence is the title. */
  title?: string | undefined
}

/** The technical text, folded away; null where a problem has none. */
export const ProblemDetails = ({ problem }: { problem: ShownProblem }) => {
  const { copied, copy } = useCopied()
  if (!problem.details && problem.status === undefined) return null
  const head = `${problem.code}${problem.status === undefined ? '' : ` · HTTP ${problem.status}`}`
  const text = problem.details ? `${head}\n${problem.details}` : head
  return (
    <details className={classes.details}>
      <summary>Details</summary>
      <pre className={classes.detailsText}>{text}</pre>
      <Button variant="subtle" size="compact-xs" onClick={() => copy(text)}>
        {copied ? 'Copied' : 'Copy details'}
      </Button>
    </details>
  )
}

const quietText: Record<Outage, string> = {
  down: 'Available when the service responds again.',
  'signed-out': 'Available when you are signed in.',
}

/** A view without its content while the banner tells why. To sign in is the banner's own action. */
const Quiet = ({
  outage,
  icon,
  action,
  title,
}: { outage: Outage } & Pick<ProblemViewProps, 'icon' | 'action' | 'title'>) => (
  <EmptyView
    title={title ?? 'Not loaded'}
    text={quietText[outage]}
    icon={icon ?? <IconAlertTriangle size={24} stroke={1.5} />}
    {...(action && outage === 'down' ? { action } : {})}
  />
)

/** What happened, what to do next, one action, and the technical text folded away. */
export const ProblemView = ({ problem, action, compact = false, icon, title }: ProblemViewProps) => {
  const outage = useShownByBanner()(problem)
  if (outage && !compact) return <Quiet outage={outage} icon={icon} action={action} title={title} />
  const button = action ? (
    <Button {...(compact ? { variant: 'default' } : {})} onClick={action.onClick} loading={action.busy ?? false}>
      {action.label}
    </Button>
  ) : null
  const mark = icon ?? <IconAlertTriangle size={compact ? 16 : 24} stroke={1.5} />
  if (compact)
    return (
      <div className={classes.compact} role="alert">
        <span className={classes.compactIcon} aria-hidden="true">
          {mark}
        </span>
        <div className={classes.compactBody}>
          <div className={classes.strong}>{title ?? problem.message}</div>
          {title ? <div className={classes.second}>{problem.message}</div> : null}
          {problem.next ? <div className={classes.second}>{problem.next}</div> : null}
          <ProblemDetails problem={problem} />
        </div>
        {button}
      </div>
    )
  return (
    <div className={classes.view} role="alert">
      <div className={classes.viewIcon} aria-hidden="true">
        {mark}
      </div>
      <h2 className={classes.viewTitle}>{title ?? problem.message}</h2>
      <div className={classes.viewText}>
        {title ? <p>{problem.message}</p> : null}
        {problem.next ? <p>{problem.next}</p> : null}
      </div>
      {button ? <div className={classes.viewActions}>{button}</div> : null}
      <ProblemDetails problem={problem} />
    </div>
  )
}
