import { Button } from '@mantine/core'
import { CLIPBOARD_MS } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import { cookieShortcuts } from '../../../ui/keys/shortcuts/profile-shortcuts.ts'
import { formatSpan } from '../../../ui/text/format-text.ts'
import { Tip } from '../../../ui/tip.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useRevealed } from '../reveal/reveal-store.ts'
import { MASK } from '../table/cookie-cells.tsx'
import { readingsOf } from './decode-value.ts'
import classes from './details.module.css'

const MOST = 65_536

const Countdown = ({ until }: { until: number }) => {
  const now = useNow(1_000)
  return <span className={classes.calm}>hidden in {formatSpan(Math.max(0, until - now))}</span>
}

/** Plain text alone: what a value holds is never taken for markup. */
const Shown = ({ value }: { value: string }) => (
  <>
    <pre className={classes.value}>{value.length > MOST ? `${value.slice(0, MOST)}…` : value}</pre>
    {readingsOf(value).map(({ kind, text }) => (
      <div key={kind}>
        <div className={classes.reading}>{kind === 'JWT' ? 'JWT (signature not verified)' : kind}</div>
        <pre className={classes.value}>{text}</pre>
      </div>
    ))}
  </>
)

type ValueViewProps = {
  row: CookieRow
  hasValues: boolean
  onReveal: (row: CookieRow) => void
  onCopy: (id: string) => void
}

/** The value: masked, or shown for a minute with what it decodes to. */
export const ValueView = ({ row, hasValues, onReveal, onCopy }: ValueViewProps) => {
  const revealed = useRevealed((state) => state.values.get(row.id))
  if (row.valueBytes === 0) return <p className={classes.calm}>The value is empty.</p>
  if (!hasValues)
    return (
      <p className={classes.calm}>This snapshot has only a hash of the value, because no keychain was available.</p>
    )
  return (
    <>
      {revealed ? <Shown value={revealed.value} /> : <div className={classes.mask}>{MASK}</div>}
      <div className={classes.acts}>
        <Tip
          label={revealed ? 'Hide the value' : 'Reveal the value for one minute'}
          shortcuts={[cookieShortcuts.reveal]}
        >
          <Button variant="default" onClick={() => onReveal(row)}>
            {revealed ? 'Hide' : 'Reveal'}
          </Button>
        </Tip>
        <Tip
          label={`Cleared from the clipboard after ${formatSpan(CLIPBOARD_MS)}`}
          shortcuts={[cookieShortcuts.copyValue]}
        >
          <Button variant="default" onClick={() => onCopy(row.id)}>
            Copy value
          </Button>
        </Tip>
        {revealed ? <Countdown until={revealed.until} /> : null}
      </div>
    </>
  )
}
