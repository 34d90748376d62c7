import { Button } from '@mantine/core'
import { useAsk } from '../../bridge.ts'
import { activityShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { Tip } from '../../ui/tip.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './activity.module.css'

type AskButtonProps = { label: string; tip: string; busy: boolean; onAsk: () => void }

/** Asks the service once more, also by its key; says when the request waits for the limit instead of turning silently. */
export const AskButton = ({ label, tip, busy, onAsk }: AskButtonProps) => {
  const { data: limit } = useAsk('limit.get', undefined)
  const now = useNow(1_000)
  const waits = (limit?.pausedUntil ?? 0) > now
  const ask = () => {
    if (!busy) onAsk()
  }
  useKeys([{ shortcut: activityShortcuts.refresh, label, run: ask }])
  return (
    <Tip label={tip} shortcuts={[activityShortcuts.refresh]}>
      <Button
        className={classes.ask}
        variant="default"
        aria-disabled={busy}
        data-disabled={busy || undefined}
        onClick={ask}
      >
        {busy ? (waits ? 'Waiting for the rate limit' : 'Preparing') : label}
      </Button>
    </Tip>
  )
}
