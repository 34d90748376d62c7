import { IconLayoutSidebarRight } from '@tabler/icons-react'
import { IconButton } from '../icon-button.tsx'
import type { Shortcut } from '../keys/shortcuts/shortcut.ts'

type AsideButtonProps = { label: string; shortcut: Shortcut; open: boolean; onClick: () => void }

/** Opens and closes the panel beside a list. */
export const AsideButton = ({ label, shortcut, open, onClick }: AsideButtonProps) => (
  <IconButton
    label={label}
    shortcut={shortcut}
    active={open}
    icon={<IconLayoutSidebarRight size={16} stroke={1.5} />}
    onClick={onClick}
  />
)
