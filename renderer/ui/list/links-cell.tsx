import { useShownByBanner } from '../feedback/outage-context.ts'
import classes from '../grid/grid.module.css'
import { StateChip } from '../state-chip.tsx'
import { formatDateTime } from '../text/format-text.ts'
import { useNow } from '../use-now.ts'
import { linkLife, linkTick } from './link-life.ts'

type LinksCellProps = {
  expiresAt: number
  renewable: boolean
  renewedBy: string /** Nothing while nobody must act. */
  onlyUrgent?: boolean
}

/** When the last known links expire, in epoch ms. `renewedBy` names the action that renews them. */
export const LinksCell = ({ expiresAt, renewable, renewedBy, onlyUrgent = false }: LinksCellProps) => {
  const now = useNow(linkTick(expiresAt, Date.now()))
  const signedOut = useShownByBanner()({ code: 'signed-out' }) === 'signed-out'
  const life = linkLife(expiresAt, now, renewable && !signedOut)
  if (!life || (onlyUrgent && life.tone === 'neutral')) return null
  const when = formatDateTime(expiresAt)
  const next = signedOut
    ? 'Sign in to renew them.'
    : renewable
      ? `${renewedBy} renews them.`
      : 'They cannot be renewed.'
  const title = expiresAt <= now ? `The links expired ${when}. ${next}` : `Links expire ${when}. ${next}`
  if (life.tone === 'neutral')
    return (
      <span className={classes.quiet} title={title}>
        {life.text}
      </span>
    )
  return (
    <span className={classes.chipBox}>
      <StateChip tone={life.tone} title={title}>
        {life.text}
      </StateChip>
    </span>
  )
}
