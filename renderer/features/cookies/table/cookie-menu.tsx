import { Menu } from '@mantine/core'
import { CLIPBOARD_MS } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import { KeyItem } from '../../../ui/keys/key-item.tsx'
import { cookieShortcuts } from '../../../ui/keys/shortcuts/profile-shortcuts.ts'
import { PointMenu } from '../../../ui/point-menu.tsx'
import { formatCount } from '../../../ui/text/format-text.ts'
import { isRevealed } from '../reveal/reveal-store.ts'
import { visibleText } from '../visible-text.ts'
import type { Scope } from './cookie-query.ts'

export type MenuAt = { row: CookieRow; x: number; y: number }

type CookieMenuProps = {
  at: MenuAt | null
  /** How many rows are selected. */
  selected: number
  hasValues: boolean
  onClose: () => void
  onReveal: (row: CookieRow) => void
  onCopyName: (row: CookieRow) => void
  onCopyValue: (id: string) => void
  onExport: () => void
  onScope: (scope: Scope) => void
}

/** The menu of a row. */
export const CookieMenu = (props: CookieMenuProps) => {
  const { at, selected, hasValues, onClose, onReveal, onCopyName, onCopyValue, onExport, onScope } = props
  if (!at) return null
  const { row, x, y } = at
  return (
    <PointMenu x={x} y={y} width={304} onClose={onClose}>
      {hasValues ? (
        <>
          <KeyItem shortcut={cookieShortcuts.reveal} onClick={() => onReveal(row)}>
            {isRevealed(row.id) ? 'Hide the value' : 'Reveal the value for one minute'}
          </KeyItem>
          <KeyItem shortcut={cookieShortcuts.copyValue} onClick={() => onCopyValue(row.id)}>
            Copy the value for {CLIPBOARD_MS / 1_000} s
          </KeyItem>
        </>
      ) : null}
      <Menu.Item onClick={() => onCopyName(row)}>Copy the name</Menu.Item>
      <KeyItem shortcut={cookieShortcuts.export} onClick={onExport}>
        {selected > 1 ? `Export ${formatCount(selected)} cookies…` : 'Export this cookie…'}
      </KeyItem>
      <Menu.Divider />
      <Menu.Item onClick={() => onScope({ kind: 'host', name: row.host })}>Only {visibleText(row.host)}</Menu.Item>
      {row.site === row.host ? null : (
        <Menu.Item onClick={() => onScope({ kind: 'site', name: row.site })}>All of {visibleText(row.site)}</Menu.Item>
      )}
    </PointMenu>
  )
}
