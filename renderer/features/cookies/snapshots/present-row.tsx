import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CookieRead } from '../../../../electron/contract/cookie-models.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { cookiesText } from '../count-words.ts'
import { agoText } from './snapshot-words.ts'
import classes from './snapshots.module.css'

type PresentRowProps = {
  read: CookieRead
  now: number
  picked: boolean
  onPick: () => void
  keep: (readId: string, label: string) => Promise<boolean>
}

/** What was read last: it can be kept, and compared like a snapshot. */
export const PresentRow = ({ read, now, picked, onPick, keep }: PresentRowProps) => {
  const [label, setLabel] = useState('')
  const [busy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    if (await keep(read.readId, label)) setLabel('')
    setBusy(false)
  }
  return (
    <div className={classes.present}>
      <div className={classes.row}>
        <input
          type="checkbox"
          className={classes.pick}
          aria-label="Compare the present read"
          data-pick
          checked={picked}
          onChange={onPick}
        />
        <div className={classes.body}>
          <div className={classes.name}>Present read</div>
          <div className={classes.second}>
            <span title={formatDateTime(read.at)}>{agoText(read.at, now)}</span>
            <span>{cookiesText(read.rows.length)}</span>
          </div>
        </div>
      </div>
      <form className={classes.keep} onSubmit={(event) => void onSubmit(event)}>
        <TextInput
          className={classes.keepLabel}
          aria-label="Label of the snapshot"
          placeholder="Label, if you like"
          maxLength={200}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={busy}>
          Keep this read
        </Button>
      </form>
    </div>
  )
}
