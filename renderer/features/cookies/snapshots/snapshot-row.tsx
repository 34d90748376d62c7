import { SegmentedControl } from '@mantine/core'
import { IconArrowsDiff, IconHash, IconLock, IconTable, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Snapshot } from '../../../../electron/contract/models/cookie-models.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { itemShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { formatDateTime, formatPast } from '../../../ui/text/format-text.ts'
import { cookiesText } from '../read-counts.ts'
import { LabelField } from './label-field.tsx'
import { markLabels, markOf, type SignedInMark, signedInOf, timeText, valuesText } from './snapshot-text.ts'
import classes from './snapshots.module.css'
import type { SnapshotActions } from './use-snapshot-actions.ts'

const icon = { size: 16, stroke: 1.5 } as const
const marks = Object.entries(markLabels).map(([value, label]) => ({ value, label }))

type SnapshotRowProps = {
  snapshot: Snapshot
  now: number
  /** It is what the table shows. */
  open: boolean
  picked: boolean
  actions: SnapshotActions
  onPick: () => void
  onOpen: () => void
  /** Null: there is no present read to compare with. */
  onCompare: (() => void) | null
}

/** One snapshot. Its box is where the keys of the list stand. */
export const SnapshotRow = (props: SnapshotRowProps) => {
  const { snapshot, now, open, picked, actions, onPick, onOpen, onCompare } = props
  const [editing, setEditing] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const values = valuesText(snapshot)
  const name = snapshot.label ?? formatDateTime(snapshot.at)
  /** The keys go on in the list when their row leaves it. */
  const removeByKey = () => {
    const item = box.current?.closest('li')
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    next?.querySelector<HTMLElement>('[data-pick]')?.focus()
    void actions.remove(snapshot)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onOpen()
    else if (event.key === 'F2') setEditing(true)
    else if (event.key === 'Delete') removeByKey()
    else return
    event.preventDefault()
  }
  const endEditing = (label: string | null) => {
    setEditing(false)
    if (label !== null) void actions.update(snapshot.snapshotId, { label: label || null })
    box.current?.focus()
  }
  return (
    <li className={classes.item} aria-label={name} aria-current={open || undefined}>
      <div className={classes.row}>
        <input
          ref={box}
          type="checkbox"
          className={classes.pick}
          aria-label={`Compare ${name}`}
          data-pick
          checked={picked}
          onChange={onPick}
          onKeyDown={onKeyDown}
        />
        <div className={classes.body}>
          <LabelField label={snapshot.label} editing={editing} onEdit={() => setEditing(true)} onDone={endEditing} />
        </div>
        <div className={classes.acts}>
          <IconButton
            size={24}
            label="Open"
            shortcut={itemShortcuts.open}
            icon={<IconTable {...icon} />}
            onClick={onOpen}
          />
          {onCompare ? (
            <IconButton
              size={24}
              label="Compare with latest cookies"
              icon={<IconArrowsDiff {...icon} />}
              onClick={onCompare}
            />
          ) : null}
          <IconButton
            size={24}
            label="Remove"
            shortcut={itemShortcuts.remove}
            icon={<IconTrash {...icon} />}
            onClick={() => void actions.remove(snapshot)}
          />
        </div>
      </div>
      <div className={`${classes.second} ${classes.indent}`}>
        <span title={`${formatDateTime(snapshot.at)}, ${formatPast(snapshot.at, now)}`}>{timeText(snapshot.at)}</span>
        <span>{cookiesText(snapshot.cookies)}</span>
        {open ? <span>open</span> : null}
      </div>
      <div className={`${classes.under} ${classes.indent}`}>
        <SegmentedControl
          aria-label="The profile was"
          value={markOf(snapshot.signedIn)}
          data={marks}
          onChange={(mark) => void actions.update(snapshot.snapshotId, { signedIn: signedInOf(mark as SignedInMark) })}
        />
        {snapshot.values === 'encrypted' ? (
          <span className={classes.values} title={values.whole}>
            <IconLock size={14} stroke={1.5} aria-hidden="true" />
            {values.short}
          </span>
        ) : (
          <details className={classes.hashes}>
            <summary>
              <IconHash size={14} stroke={1.5} aria-hidden="true" />
              {values.short}
            </summary>
            {values.whole}
          </details>
        )}
      </div>
    </li>
  )
}
