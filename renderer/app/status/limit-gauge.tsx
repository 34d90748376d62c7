import { useAsk } from '../../bridge.ts'
import { gaugeOf } from '../../ui/text/limit-text.ts'
import { Tip } from '../../ui/tip.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useNavigation } from '../navigation/navigation-store.ts'
import classes from './top-bar.module.css'

/** Requests left and when the window ends, on every screen; a click shows the last hour and the planner. */
export const LimitGauge = () => {
  const limit = useAsk('limit.get', undefined)
  const go = useNavigation((navigation) => navigation.go)
  const now = useNow(1_000)
  if (!limit.data) return null
  const { text, tip, share, paused } = gaugeOf(limit.data, now)
  return (
    <Tip label={`${tip} Click for history and planner.`}>
      <button
        type="button"
        className={classes.gauge}
        aria-label={`Rate limit. ${tip} Show rate limit`}
        data-paused={paused || undefined}
        onClick={() => go({ name: 'activity', section: 'limit' })}
      >
        <span className={classes.gaugeWord}>Rate limit</span>
        <span className={classes.gaugeText}>{text ?? '–'}</span>
        <svg className={classes.gaugeBar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="4" className={classes.gaugeTrack} />
          <rect
            width={100 * (share ?? 0)}
            height="4"
            className={classes.gaugeFill}
            data-low={(share !== null && share < 0.2) || undefined}
          />
        </svg>
      </button>
    </Tip>
  )
}
