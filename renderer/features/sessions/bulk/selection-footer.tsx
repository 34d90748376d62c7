import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { verdicts } from '../../../../electron/contract/constants/session-constants.ts'
import type { Toast } from '../../../ui/feedback/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { listShortcuts, sessionListShortcuts, sessionShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys/use-keys.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import { verdictLabel } from '../../../ui/text/verdict-text.ts'
import { Tip } from '../../../ui/tip.tsx'
import { exportTarget, patchList, release, useList } from '../session-store.ts'
import { ARCHIVE_SELECTED } from './archive-plan-text.ts'
import classes from './bulk.module.css'
import { TagPopover } from './tag-popover.tsx'
import { useBulk } from './use-bulk.ts'

type SelectionFooterProps = {
  accountId: string
  /** Off while the focus is in the inspector: its fields keep their keys. */
  enabled: boolean
  showToast: (toast: Toast) => void
  onArchive: () => void
  onReview: () => void
}

const Progress = ({ running, cancel }: { running: { done: number; total: number }; cancel: () => void }) => (
  <span className={classes.progress}>
    <span role="status">{`Saving: ${formatCount(running.done)} of ${formatCount(running.total)}`}</span>
    <Button variant="subtle" size="compact-sm" onClick={cancel}>
      Cancel
    </Button>
  </span>
)

/** What can be done to all selected sessions. */
export const SelectionFooter = ({ accountId, enabled, showToast, onArchive, onReview }: SelectionFooterProps) => {
  const count = useList(accountId, (s) => s.selection.selected.size)
  const { running, apply, cancel } = useBulk(accountId, showToast)
  const [tagging, setTagging] = useState(false)
  const keys: KeyBinding[] = [
    ...verdicts.map((verdict) => ({
      shortcut: sessionShortcuts[verdict],
      label: `Set verdict ${verdictLabel(verdict).text} on selected`,
      run: () => apply({ kind: 'verdict', verdict }),
    })),
    { shortcut: sessionListShortcuts.tag, run: () => setTagging(true) },
    { shortcut: sessionShortcuts.archive, label: ARCHIVE_SELECTED, run: onArchive },
  ]
  useKeys(keys, { enabled, layer: 2 }) // before those for the one row
  return (
    <footer className={classes.footer} role="toolbar" aria-label="Selected sessions">
      <span className={classes.count} role="status">{`${formatCount(count)} selected`}</span>
      {running ? (
        <Progress running={running} cancel={cancel} />
      ) : (
        <>
          <span className={classes.verdicts}>
            {verdicts.map((verdict) => (
              <Tip
                key={verdict}
                label={sessionShortcuts[verdict].label}
                shortcuts={[sessionShortcuts[verdict]]}
                position="top"
              >
                <Button variant="default" size="compact-sm" onClick={() => apply({ kind: 'verdict', verdict })}>
                  {verdictLabel(verdict).text}
                </Button>
              </Tip>
            ))}
            <Tip label="Remove the verdict" position="top">
              <Button variant="default" size="compact-sm" onClick={() => apply({ kind: 'verdict', verdict: null })}>
                No verdict
              </Button>
            </Tip>
          </span>
          <Tip label="Review selected one by one" shortcuts={[sessionShortcuts.review]} position="top">
            <Button variant="default" size="compact-sm" onClick={onReview}>
              Review
            </Button>
          </Tip>
          <TagPopover opened={tagging} onOpened={setTagging} onTags={(tags) => apply({ kind: 'add-tags', tags })} />
          <Tip label={ARCHIVE_SELECTED} shortcuts={[sessionShortcuts.archive]} position="top">
            <Button variant="default" size="compact-sm" onClick={onArchive}>
              Archive
            </Button>
          </Tip>
          <Tip
            label="Export reviews of selected sessions"
            shortcuts={[sessionListShortcuts.exportReviews]}
            position="top"
          >
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => patchList(accountId, { handOver: exportTarget(accountId) })}
            >
              Export
            </Button>
          </Tip>
        </>
      )}
      <span className={classes.end}>
        <IconButton
          label="Clear selection"
          shortcut={listShortcuts.clear}
          size={24}
          icon={<IconX size={14} stroke={1.5} />}
          onClick={() => release(accountId)}
        />
      </span>
    </footer>
  )
}
