import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { KeyItem } from '../../ui/keys/key-item.tsx'
import classes from './player.module.css'
import type { CommandName } from './player-commands.ts'
import { usePlayer, usePlayerState } from './player-context.ts'

export const MoreMenu = () => (
  <Menu position="top-end" width={260}>
    <Menu.Target>
      <ActionIcon aria-label="More" title="More" className={classes.more} size={28}>
        <IconDots size={16} stroke={1.5} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <ActionItems />
    </Menu.Dropdown>
  </Menu>
)

const GROUPS: readonly (readonly CommandName[])[] = [
  ['play', 'frameBack', 'frameAhead'],
  ['copyFrame', 'saveFrame', 'copyLink', 'copyFinding', 'save'],
  ['mark', 'note'],
  ['pass', 'fail', 'unsure', 'review'],
  ['loopIn', 'loopOut', 'loop'],
  ['theatre', 'fullscreen', 'inspector'],
]
/** These need no loaded media. */
const ALWAYS = new Set<CommandName>([
  'copyFinding',
  'save',
  'pass',
  'fail',
  'unsure',
  'review',
  'theatre',
  'fullscreen',
  'inspector',
])

/** The entries of the right-click menu and of "More"; the same table as keys and buttons. */
export const ActionItems = () => {
  const { commands } = usePlayer()
  const still = usePlayerState((s) => s.lengthS === null)
  return GROUPS.map((group, index) => (
    <div key={group[0]}>
      {index > 0 ? <Menu.Divider /> : null}
      {group.map((name) => (
        <KeyItem
          key={name}
          shortcut={commands[name].shortcut}
          disabled={still && !ALWAYS.has(name)}
          onClick={() => commands[name].run()}
        >
          {commands[name].label}
        </KeyItem>
      ))}
    </div>
  ))
}
