import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { KeyCaps } from '../../ui/keys/key-caps.tsx'
import classes from './player.module.css'
import type { Commands } from './player-commands.ts'
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

type Name = Exclude<keyof Commands, 'setRate'>
const GROUPS: readonly (readonly Name[])[] = [
  ['play', 'frameBack', 'frameAhead'],
  ['copyFrame', 'saveFrame', 'copyLink', 'copyFinding', 'save'],
  ['mark', 'note'],
  ['pass', 'fail', 'unsure'],
  ['loopIn', 'loopOut', 'loop'],
  ['theatre', 'fullscreen', 'inspector'],
]
/** These need no loaded media. */
const ALWAYS = new Set<Name>(['copyFinding', 'save', 'pass', 'fail', 'unsure', 'theatre', 'fullscreen', 'inspector'])

/** The entries of the right-click menu and of "More"; the same table as keys and buttons. */
export const ActionItems = () => {
  const { commands } = usePlayer()
  const still = usePlayerState((s) => s.lengthS === null)
  return GROUPS.map((group, index) => (
    <div key={group[0]}>
      {index > 0 ? <Menu.Divider /> : null}
      {group.map((name) => (
        <Menu.Item
          key={name}
          disabled={still && !ALWAYS.has(name)}
          onClick={() => commands[name].run()}
          rightSection={<KeyCaps keys={commands[name].keys[0] ?? ''} />}
        >
          {commands[name].label}
        </Menu.Item>
      ))}
    </div>
  ))
}
