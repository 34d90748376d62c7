import type { Account, Health } from '../../electron/contract/account-models.ts'
import type { Problem } from '../../electron/contract/result.ts'
import { invoke, useAsk } from '../bridge.ts'
import { formatRelative } from '../ui/format.ts'
import { Tip } from '../ui/tip.tsx'
import { useNow } from '../ui/use-now.ts'
import { useTask } from '../ui/use-task.ts'
import classes from './top-bar.module.css'

const words: Record<Health['state'], string> = { unknown: 'Not checked', up: 'Online', down: 'Not reachable' }

const tipOf = (health: Health, now: number): string => {
  if (health.state === 'unknown') return 'The service has not been asked yet. Click to check.'
  const checked = health.checkedAt === null ? '' : ` Checked ${formatRelative(health.checkedAt, now)}.`
  if (health.state === 'down')
    return `${health.problem?.message ?? 'The service does not answer.'}${checked} Click to check again.`
  const latency = health.latencyMs === null ? '' : ` in ${Math.round(health.latencyMs)} ms`
  return `The service answers${latency}${health.version ? `, version ${health.version}` : ''}.${checked} Click to check again.`
}

/** The state of the service as a word with its sign; a click asks again. */
export const HealthDot = ({ account }: { account: Account }) => {
  const health = useAsk('health.get', undefined)
  const task = useTask<Problem>()
  const now = useNow(5_000)
  if (!health.data) return null
  const { state } = health.data
  return (
    <Tip label={tipOf(health.data, now)}>
      <button
        type="button"
        className={classes.health}
        aria-label={`${account.label}: ${words[state]}. Check the service`}
        onClick={() => void task.run(() => invoke('health.check', undefined))}
      >
        <span className={classes.dot} data-state={state} aria-hidden="true" />
        <span className={classes.healthWord}>{task.busy ? 'Checking' : words[state]}</span>
      </button>
    </Tip>
  )
}
