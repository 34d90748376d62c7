import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type Verdict, verdicts } from '../../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { KeyItem } from '../../../ui/keys/key-item.tsx'
import {
  listShortcuts,
  rowShortcuts,
  sessionListShortcuts,
  sessionShortcuts,
} from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import type { MenuAt } from '../../../ui/list/use-list-controls.ts'
import { PointMenu } from '../../../ui/point-menu.tsx'
import { verdictLabel } from '../../../ui/text/verdict-text.ts'
import classes from '../sessions.module.css'

type RowMenuProps = {
  at: MenuAt<SessionRow> | null
  onClose: () => void
  open: (row: SessionRow, play: boolean) => void
  copyId: (sessionId: string) => void
  copyFindings: (sessionIds: readonly string[]) => void
  save: (row: SessionRow) => void
  judge: (row: SessionRow, verdict: Verdict | null) => void
  forget: (row: SessionRow) => void
}

/** The menu of one row, where the pointer was. */
export const RowMenu = ({ at, onClose, open, copyId, copyFindings, save, judge, forget }: RowMenuProps) => {
  if (!at) return null
  const { row, x, y } = at
  const tick = <IconCheck size={14} stroke={1.5} aria-label="selected" />
  return (
    <PointMenu x={x} y={y} onClose={onClose}>
      <KeyItem shortcut={listShortcuts.open} onClick={() => open(row, false)}>
        {listShortcuts.open.label}
      </KeyItem>
      <KeyItem shortcut={rowShortcuts.play} onClick={() => open(row, true)}>
        {rowShortcuts.play.label}
      </KeyItem>
      <KeyItem shortcut={sessionListShortcuts.copyId} onClick={() => copyId(row.sessionId)}>
        {sessionListShortcuts.copyId.label}
      </KeyItem>
      <KeyItem shortcut={sessionShortcuts.copyFinding} onClick={() => copyFindings([row.sessionId])}>
        {sessionShortcuts.copyFinding.label}
      </KeyItem>
      <KeyItem shortcut={sessionShortcuts.archive} onClick={() => save(row)} disabled={row.recording === 'archived'}>
        {row.recording === 'archived' ? 'Archived' : sessionShortcuts.archive.label}
      </KeyItem>
      <Menu.Divider />
      <Menu.Label className={classes.menuLabel}>Verdict</Menu.Label>
      {verdicts.map((verdict) => (
        <KeyItem
          key={verdict}
          shortcut={sessionShortcuts[verdict]}
          onClick={() => judge(row, verdict)}
          mark={row.verdict === verdict ? tick : null}
        >
          {verdictLabel(verdict).text}
        </KeyItem>
      ))}
      <Menu.Item onClick={() => judge(row, null)} rightSection={row.verdict === null ? tick : null}>
        None
      </Menu.Item>
      {row.origin === 'pasted' ? (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => forget(row)}>Remove from list</Menu.Item>
        </>
      ) : null}
    </PointMenu>
  )
}
