import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CookieRead } from '../../../../electron/contract/models/cookie-models.ts'
import { formatDateTime, formatPast } from '../../../ui/text/format-text.ts'
import { cookiesText } from '../read-counts.ts'
import classes from './snapshots.module.css'

/** A keychain that is open answers sooner. */
const PATIENCE_MS = 1_000

type PresentRowProps = {
  read: CookieRead
  now: number
  picked: boolean
  onPick: () => void
  keep: (readId: string, label: string, stopped: AbortSignal) => Promise<boolean>
}

/** What was read last: it can be kept, and compared like a snapshot. */
export const PresentRow = ({ read, now, picked, onPick, keep }: PresentRowProps) => {
  const [label, setLabel] = useState('')
  const [keeping, setKeeping] = useState<AbortController | null>(null)
  const [slow, setSlow] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!keeping) return
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [keeping])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (keeping) return
    const abort = new AbortController()
    setKeeping(abort)
    if (await keep(read.readId, label, abort.signal)) setLabel('')
    setKeeping((now) => (now === abort ? null : now))
  }
  const cancel = () => {
    keeping?.abort()
    setKeeping(null)
    field.current?.focus()
  }
  return (
    <div className={classes.present}>
      <div className={classes.row}>
        <input
          type="checkbox"
          className={classes.pick}
          aria-label="Compare the latest cookies"
          data-pick
          checked={picked}
          onChange={onPick}
        />
        <div className={classes.body}>
          <div className={classes.name}>Latest cookies</div>
          <div className={classes.second}>
            <span title={formatDateTime(read.at)}>{formatPast(read.at, now)}</span>
            <span>{cookiesText(read.rows.length)}</span>
          </div>
        </div>
      </div>
      <form className={`${classes.keep} ${classes.indent}`} onSubmit={(event) => void onSubmit(event)}>
        <TextInput
          ref={field}
          className={classes.keepLabel}
          aria-label="Label of the snapshot"
          placeholder="Label (optional)"
          maxLength={200}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={keeping !== null}>
          Save snapshot
        </Button>
      </form>
      {slow ? (
        <div className={`${classes.waits} ${classes.indent}`}>
          <span role="status">Waiting for the keychain… Unlock it in the system dialog.</span>
          <Button variant="subtle" size="compact-sm" onClick={cancel}>
            Cancel
          </Button>
        </div>
      ) : null}
    </div>
  )
}
