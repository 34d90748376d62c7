import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Command } from './player-commands.ts'

type CommandButtonProps = {
  command: Command
  icon: ReactNode
  /** Another name than the command's, where the state decides it ("Play", "Pause"). */
  label?: string
  active?: boolean
  disabled?: boolean
  /** px; 28 by default. */
  size?: number
}

/** A command as an icon button; name and keys come from the one table. */
export const CommandButton = ({ command, icon, label, active, disabled, size }: CommandButtonProps) => (
  <IconButton
    label={label ?? command.label}
    shortcut={command.shortcut}
    icon={icon}
    onClick={command.run}
    {...(size === undefined ? {} : { size })}
    {...(active === undefined ? {} : { active })}
    {...(disabled === undefined ? {} : { disabled })}
  />
)
