import classes from '../grid/grid.module.css'
import { StateChip } from '../state-chip.tsx'
import { formatDateTime } from '../text/format-text.ts'
import { useNow } from '../use-now.ts'
import { linkLife, linkTick } from './link-life.ts'

/** How long the last known links live. `again` says what asks for new ones; times in epoch ms and ms. */
export const LinksCell = ({ expiresAt, leadMs, again }: { expiresAt: number; leadMs: number; again: string }) => {
  const now = useNow(linkTick(expiresAt, Date.now()))
  const life = linkLife(expiresAt, now, leadMs)
  if (!life) return null
  const when = formatDateTime(expiresAt)
  const title = life.tone === 'dead' ? `The links expired ${when}. ${again} to renew them.` : `Links expire ${when}`
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
