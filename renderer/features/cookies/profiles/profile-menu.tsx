import { Menu } from '@mantine/core'
import type { ProfileRow } from '../../../../electron/contract/models/cookie-models.ts'
import { KeyItem } from '../../../ui/keys/key-item.tsx'
import { profileListShortcuts } from '../../../ui/keys/shortcuts/profile-shortcuts.ts'
import { listShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { PointMenu } from '../../../ui/point-menu.tsx'

export type ProfileMenuAt = { row: ProfileRow; x: number; y: number }

type ProfileMenuProps = {
  at: ProfileMenuAt | null
  onClose: () => void
  onOpen: (row: ProfileRow) => void
  copyId: (profileId: string) => void
  forget: (profileId: string) => void
}

/** The menu of one profile. */
export const ProfileMenu = ({ at, onClose, onOpen, copyId, forget }: ProfileMenuProps) => {
  if (!at) return null
  const { row, x, y } = at
  return (
    <PointMenu x={x} y={y} width={216} onClose={onClose}>
      <KeyItem shortcut={listShortcuts.open} onClick={() => onOpen(row)}>
        Open
      </KeyItem>
      <KeyItem shortcut={profileListShortcuts.copyId} onClick={() => copyId(row.profileId)}>
        Copy id
      </KeyItem>
      {row.listed ? null : (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => forget(row.profileId)}>Remove from list</Menu.Item>
        </>
      )}
    </PointMenu>
  )
}
