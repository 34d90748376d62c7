import { Menu } from '@mantine/core'
import type { ProfileRow } from '../../../../electron/contract/models/cookie-models.ts'
import { KeyCaps } from '../../../ui/keys/key-caps.tsx'
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
      <Menu.Item onClick={() => onOpen(row)} rightSection={<KeyCaps keys="Enter" />}>
        Open
      </Menu.Item>
      <Menu.Item onClick={() => copyId(row.profileId)} rightSection={<KeyCaps keys="Mod+C" />}>
        Copy id
      </Menu.Item>
      {row.listed ? null : (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => forget(row.profileId)}>Remove from list</Menu.Item>
        </>
      )}
    </PointMenu>
  )
}
