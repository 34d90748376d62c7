import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClockPause, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { Account, Health } from '../../../electron/contract/models/account-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { formatSpan, formatWhen } from '../../ui/text/format-text.ts'
import { useNow } from '../../ui/use-now.ts'
import { useTask } from '../../ui/use-task.ts'
import { useLayout } from '../layout-store.ts'
import classes from './banner.module.css'
import { isConnectionProblem, outageOf } from './outage.ts'
import { useRecovery } from './use-recovery.ts'

type LineProps = {
  icon: ReactNode
  message: string
  next?: string | undefined
  action?: ReactNode
  tone?: 'ready'
}

const Line = ({ icon, message, next, action, tone }: LineProps) => (
  <div className={classes.banner} data-tone={tone} role="status">
    <span className={classes.icon} aria-hidden="true">
      {icon}
    </span>
    <span className={classes.text}>
      <strong className={classes.strong}>{message}</strong> {next}
    </span>
    {action}
  </div>
)

/** What is wrong, since when, what works all the same, and when it is tried again. `now` in epoch ms. */
const downText = ({ problem, lastUpAt, nextCheckAt }: Health, now: number): { message: string; next: string } => {
  const since = lastUpAt === null ? '' : ` Last available at ${formatWhen(lastUpAt, now)}.`
  const wait = nextCheckAt === null ? 0 : nextCheckAt - now
  const again = wait < 1_000 ? 'Retrying now…' : `Retrying in ${formatSpan(wait)}.`
  // Only a person can mend a certificate; the rest may pass by itself.
  const mend = problem?.code === 'certificate' && problem.next ? `${problem.next} ` : ''
  return {
    message: problem?.message ?? 'The service does not respond.',
    next: `${mend}${since} Your archive and notes stay available. ${again}`.trim(),
  }
}

const Down = ({ health, now }: { health: Health; now: number }) => {
  const task = useTask<Problem>()
  return (
    <Line
      icon={<IconPlugConnectedX size={16} stroke={1.5} />}
      {...downText(health, now)}
      action={
        <Button
          size="compact-sm"
          variant="default"
          loading={task.busy}
          onClick={() => void task.run(() => invoke('health.check', undefined))}
        >
          Retry
        </Button>
      }
    />
  )
}

/** One line for what blocks everything, the most pressing first; gone by itself when it is over. */
export const Banner = ({ account }: { account: Account }) => {
  const limit = useAsk('limit.get', undefined)
  const health = useAsk('health.get', undefined)
  const setDialog = useLayout((layout) => layout.setDialog)
  const now = useNow(1_000)
  const backAt = useRecovery(health.data)
  const sync = useAsk('sessions.syncState', undefined).data
  const owed = backAt !== null && sync?.state === 'failed' && !!sync.problem && isConnectionProblem(sync.problem)
  // A refresh that the outage broke is made up for: else the list would tell of an outage that is over.
  useEffect(() => {
    if (owed) void invoke('sessions.sync', undefined)
  }, [owed])
  const outage = outageOf(account, health.data)

  if (outage === 'signed-out')
    return (
      <Line
        icon={<IconAlertTriangle size={16} stroke={1.5} />}
        message={`${account.label} is signed out.`}
        next="Your archive and notes stay available."
        action={
          <Button size="compact-sm" onClick={() => setDialog({ kind: 'sign-in', accountId: account.id })}>
            Sign in again
          </Button>
        }
      />
    )
  if (outage === 'down' && health.data) return <Down health={health.data} now={now} />
  const pausedUntil = limit.data?.pausedUntil ?? null
  if (pausedUntil !== null && pausedUntil > now)
    return (
      <Line
        icon={<IconClockPause size={16} stroke={1.5} />}
        message="The rate limit is used up."
        next={`Requests resume in ${formatSpan(pausedUntil - now)}.`}
      />
    )
  if (backAt !== null)
    return (
      <Line
        tone="ready"
        icon={<IconPlugConnected size={16} stroke={1.5} />}
        message={`Since ${formatWhen(backAt, now)}.`}
        next="The service is available again."
      />
    )
  return null
}
