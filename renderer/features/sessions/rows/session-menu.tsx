import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type Verdict, verdicts } from '../../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { KeyCaps } from '../../../ui/keys/key-caps.tsx'
import type { MenuAt } from '../../../ui/list/use-list-controls.ts'
import { PointMenu } from '../../../ui/point-menu.tsx'
import { verdictKeys, verdictLabel } from '../../../ui/text/verdict-text.ts'
import { SAVE, SAVE_KEYS } from '../bulk/archive-plan-text.ts'
import classes from '../sessions.module.css'

type RowMenuProps = {
  at: MenuAt<SessionRow> | null
  onClose: () => void
  open: (row: SessionRow, play: boolean) => void
  copyId: (sessionId: string) => void
  save: (row: SessionRow) => void
  judge: (row: SessionRow, verdict: Verdict | null) => void
  forget: (row: SessionRow) => void
}

/** The menu of one row, where the pointer was. */
export const RowMenu = ({ at, onClose, open, copyId, save, judge, forget }: RowMenuProps) => {
  if (!at) return null
  const { row, x, y } = at
  const tick = <IconCheck size={14} stroke={1.5} aria-label="selected" />
  return (
    <PointMenu x={x} y={y} onClose={onClose}>
      <Menu.Item onClick={() => open(row, false)} rightSection={<KeyCaps keys="Enter" />}>
        Open
      </Menu.Item>
      <Menu.Item onClick={() => open(row, true)} rightSection={<KeyCaps keys="Space" />}>
        Open and play
      </Menu.Item>
      <Menu.Item onClick={() => copyId(row.sessionId)} rightSection={<KeyCaps keys="Mod+C" />}>
        Copy id
      </Menu.Item>
      <Menu.Item
        onClick={() => save(row)}
        disabled={row.recording === 'archived'}
        rightSection={<KeyCaps keys={SAVE_KEYS} />}
      >
        {row.recording === 'archived' ? 'Archived' : SAVE}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label className={classes.menuLabel}>Verdict</Menu.Label>
      {verdicts.map((verdict) => (
        <Menu.Item
          key={verdict}
          onClick={() => judge(row, verdict)}
          rightSection={
            <>
              {row.verdict === verdict ? tick : null}
              <KeyCaps keys={verdictKeys[verdict]} />
            </>
          }
        >
          {verdictLabel(verdict).text}
        </Menu.Item>
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
