import { IconLayoutSidebarRight } from '@tabler/icons-react'
import { IconButton } from '../icon-button.tsx'

type AsideButtonProps = { label: string; open: boolean; onClick: () => void }

/** Opens and closes the panel beside a list. */
export const AsideButton = ({ label, open, onClick }: AsideButtonProps) => (
  <IconButton
    label={label}
    keys="D"
    active={open}
    icon={<IconLayoutSidebarRight size={16} stroke={1.5} />}
    onClick={onClick}
  />
)
