import type { Account, Health } from '../../../electron/contract/models/account-models.ts'
import { useAsk } from '../../bridge.ts'
import { formatPast } from '../../ui/text/format-text.ts'
import { Tip } from '../../ui/tip.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useNavigation } from '../navigation/navigation-store.ts'
import classes from './top-bar.module.css'

const labels: Record<Health['state'], string> = { unknown: 'Not checked', up: 'Online', down: 'Unreachable' }

const tipOf = (health: Health, now: number): string => {
  if (health.state === 'unknown') return 'Not checked yet. Click for the history.'
  const checked = health.checkedAt === null ? '' : ` Checked ${formatPast(health.checkedAt, now)}.`
  if (health.state === 'down')
    return `${health.problem?.message ?? 'The service does not respond.'}${checked} Click for the history.`
  const latency = health.latencyMs === null ? '' : ` in ${Math.round(health.latencyMs)} ms`
  return `The service responded${latency}${health.version ? `, version ${health.version}` : ''}.${checked} Click for the history.`
}

/** The state of the service as a word with its sign; a click shows the last 24 hours. */
export const HealthDot = ({ account }: { account: Account }) => {
  const health = useAsk('health.get', undefined)
  const go = useNavigation((navigation) => navigation.go)
  const now = useNow(5_000)
  if (!health.data) return null
  const { state } = health.data
  return (
    <Tip label={tipOf(health.data, now)}>
      <button
        type="button"
        className={classes.health}
        aria-label={`${account.label}: ${labels[state]}. Show health`}
        onClick={() => go({ name: 'activity', section: 'health' })}
      >
        <span className={classes.dot} data-state={state} aria-hidden="true" />
        <span className={classes.healthWord}>{labels[state]}</span>
      </button>
    </Tip>
  )
}
