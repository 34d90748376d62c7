import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowBackUp, IconLayoutSidebarRight, IconRefresh } from '@tabler/icons-react'
import type { FunctionTarget } from '../../../electron/contract/models/function-models.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { functionShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { useCopied } from '../../ui/text/copy.ts'
import { Tip } from '../../ui/tip.tsx'
import bar from '../../ui/toolbar/toolbar.module.css'
import { idText, roleLabels } from './function-text.ts'
import classes from './functions.module.css'
import type { OpenFunction } from './use-function.ts'

export type Shown = { kind: 'edit' } | { kind: 'changes' } | { kind: 'sent'; id: string }
const VIEWS = [
  { value: 'edit', label: 'Edit' },
  { value: 'changes', label: 'Changes' },
]
const icon = { size: 16, stroke: 1.5 } as const

type HeaderProps = {
  target: FunctionTarget
  open: OpenFunction
  shown: Shown
  onShown: (shown: Shown) => void
  historyOpen: boolean
  onHistory: () => void
  onDiscard: () => void
  onSend: () => void
  /** Why nothing can be sent now; null: it can. */
  blocked: string | null
}

/** Which function, and what can be done. */
export const FunctionHeader = (props: HeaderProps) => {
  const { target, open, shown, onShown, historyOpen, onHistory, onDiscard, onSend, blocked } = props
  const { copied, copy } = useCopied()
  return (
    <div className={bar.frame}>
      <div className={`${bar.toolbar} ${classes.toolbar}`} role="toolbar" aria-label="Function">
        <h2 className={classes.title}>
          <Tip label={copied ? 'Copied' : `Copy ${target.connectionId}`}>
            <button type="button" className={classes.id} onClick={() => copy(target.connectionId)}>
              {idText(target.connectionId)}
            </button>
          </Tip>
          <StateChip tone="neutral">{roleLabels[target.role]}</StateChip>
        </h2>
        <div className={`${bar.end} ${classes.acts}`}>
          <Tip label="Edit or changes" shortcuts={[functionShortcuts.changes]}>
            <SegmentedControl
              aria-label="View"
              value={shown.kind === 'sent' ? '' : shown.kind}
              onChange={(kind) => onShown({ kind: kind as 'edit' | 'changes' })}
              data={VIEWS}
            />
          </Tip>
          <IconButton
            label="Discard draft"
            disabled={!open.changed}
            icon={<IconArrowBackUp {...icon} />}
            onClick={onDiscard}
          />
          <IconButton
            label="Reload current source"
            shortcut={functionShortcuts.reload}
            disabled={open.reading}
            icon={<IconRefresh {...icon} />}
            onClick={() => void open.reload()}
          />
          <IconButton
            label="History"
            shortcut={functionShortcuts.history}
            active={historyOpen}
            icon={<IconLayoutSidebarRight {...icon} />}
            onClick={onHistory}
          />
          <Tip label={blocked ?? 'Review changes, then send'} shortcuts={[functionShortcuts.send]}>
            <Button data-disabled={blocked !== null || undefined} aria-disabled={blocked !== null} onClick={onSend}>
              Send…
            </Button>
          </Tip>
        </div>
      </div>
    </div>
  )
}
