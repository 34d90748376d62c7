import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClockPause, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Account } from '../../electron/contract/account-models.ts'
import { useAsk } from '../bridge.ts'
import { formatSpan } from '../ui/format.ts'
import { useNow } from '../ui/use-now.ts'
import classes from './banner.module.css'
import { useLayout } from './layout-store.ts'
import { useReturn } from './use-return.ts'

type LineProps = { icon: ReactNode; message: string; next?: string | undefined; action?: ReactNode }

const Line = ({ icon, message, next, action }: LineProps) => (
  <div className={classes.banner} role="status">
    <span className={classes.icon} aria-hidden="true">
      {icon}
    </span>
    <span className={classes.words}>
      <strong className={classes.strong}>{message}</strong> {next}
    </span>
    {action}
  </div>
)

/** One line for what stands in the way of everything, the most pressing first; gone by itself when it is over. */
export const Banner = ({ account }: { account: Account }) => {
  const limit = useAsk('limit.get', undefined)
  const health = useAsk('health.get', undefined)
  const setDialog = useLayout((layout) => layout.setDialog)
  const now = useNow(1_000)
  const down = health.data?.state === 'down'
  const { checking, check, nextAt } = useReturn(down)

  if (!account.signedIn && account.method !== 'sample')
    return (
      <Line
        icon={<IconAlertTriangle size={16} stroke={1.5} />}
        message={`${account.label} needs you to sign in again.`}
        next="What is stored here stays usable."
        action={
          <Button size="compact-sm" onClick={() => setDialog({ kind: 'sign-in', accountId: account.id })}>
            Sign in again
          </Button>
        }
      />
    )
  if (down) {
    const wait = nextAt === null ? 0 : Math.max(0, nextAt - now)
    return (
      <Line
        icon={<IconPlugConnectedX size={16} stroke={1.5} />}
        message={health.data?.problem?.message ?? 'The service does not answer.'}
        next={`What is stored here stays usable. ${wait < 1_000 ? 'Trying again now.' : `Next try in ${formatSpan(wait)}.`}`}
        action={
          <Button size="compact-sm" variant="default" loading={checking} onClick={check}>
            Try now
          </Button>
        }
      />
    )
  }
  const pausedUntil = limit.data?.pausedUntil ?? null
  if (pausedUntil !== null && pausedUntil > now)
    return (
      <Line
        icon={<IconClockPause size={16} stroke={1.5} />}
        message="The service has had too many requests and asked for a pause."
        next={`Requests go on by themselves in ${formatSpan(pausedUntil - now)}.`}
      />
    )
  return null
}
