import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAsk } from '../../bridge.ts'
import { formatCount } from '../../ui/text/format-text.ts'
import { Tip } from '../../ui/tip.tsx'
import classes from './archive.module.css'
import {
  actionLabel,
  actionShortcuts,
  type BulkAction,
  deletes,
  keepOrder,
  possibleActions,
  takesAway,
  widestLabel,
} from './archive-actions.ts'
import { totalsText } from './archive-progress.ts'
import { useArchive } from './archive-store.ts'

type ArchiveFooterProps = { busy: BulkAction | null; onAction: (action: BulkAction) => void }

/** The same selection, however its items change. */
const selectionKey = (selected: ReadonlyMap<string, unknown>): string => {
  const [first] = selected.keys()
  return `${selected.size} ${first}`
}

/**
 * What can be done to the selected items. While transfers end and counts change, no button moves under the pointer:
 * each keeps its place and its width, and one that has nothing left to do is disabled.
 */
const Acts = ({ busy, onAction }: ArchiveFooterProps) => {
  const selected = useArchive((s) => s.selection.selected)
  const counts = new Map(possibleActions(selected).map(({ action, count }) => [action, count]))
  const [actions, setActions] = useState<readonly BulkAction[]>([...counts.keys()])
  const now = keepOrder(actions, [...counts.keys()])
  if (now !== actions) setActions(now)
  return (
    <div className={classes.acts} role="toolbar" aria-label="Selected recordings">
      <span className={classes.selected}>{`${formatCount(selected.size)} selected`}</span>
      {now.map((action) => {
        const count = counts.get(action) ?? 0
        const label = actionLabel(action, Math.max(1, count))
        const some = !takesAway(action) && count > 0 && count < selected.size ? ` ${formatCount(count)}` : ''
        const button = (
          <Button
            key={action}
            variant={takesAway(action) ? 'subtle' : 'default'}
            size="compact-sm"
            loading={busy === action}
            disabled={count === 0}
            data-quiet={takesAway(action) || undefined}
            data-danger={deletes(action) || undefined}
            className={classes.act}
            onClick={() => onAction(action)}
          >
            <span className={classes.label}>
              <span>{`${label}${some}`}</span>
              {selected.size > 1 ? (
                <span className={classes.widest} aria-hidden="true">
                  {widestLabel(action, selected.size)}
                </span>
              ) : null}
            </span>
          </Button>
        )
        const shortcut = actionShortcuts[action]
        return shortcut ? (
          <Tip key={action} label={label} shortcuts={[shortcut]} position="top">
            {button}
          </Tip>
        ) : (
          button
        )
      })}
    </div>
  )
}

/**
 * What can be done to the selected items, and the sums of the whole archive. One height, so that nothing jumps. The
 * buttons for several items need the room of the folder's path.
 */
export const ArchiveFooter = ({ busy, onAction }: ArchiveFooterProps) => {
  const totals = useArchive((s) => s.totals)
  const selected = useArchive((s) => s.selection.selected)
  const folder = useAsk('settings.get', undefined).data?.archiveFolder
  return (
    <footer className={classes.footer}>
      {selected.size > 0 ? <Acts key={selectionKey(selected)} busy={busy} onAction={onAction} /> : null}
      {folder === undefined || selected.size > 1 ? null : (
        <span className={classes.folder} title={folder}>
          <bdi dir="ltr">{folder === '' ? 'Replay Desk in your videos folder' : folder}</bdi>
        </span>
      )}
      <span className={classes.totals} role="status">
        {totals ? totalsText(totals) : ''}
      </span>
    </footer>
  )
}
