import { digitShortcuts } from '../../ui/keys/shortcuts/player-shortcuts.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import type { Playback } from './engine/playback.ts'
import type { Commands } from './player-commands.ts'

/** All keys of the player, from the same commands as its buttons and menus, so that none can say another key. */
export const usePlayerKeys = ({ setRate, ...commands }: Commands, playback: () => Playback | null): void => {
  useKeys([
    ...Object.values(commands),
    { shortcut: digitShortcuts.percent, run: (_event, keys) => playback()?.seekToFraction(Number(keys) / 10) },
  ])
}
