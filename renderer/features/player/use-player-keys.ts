import { type KeyBinding, useKeys } from '../../ui/keys/use-keys.ts'
import type { Playback } from './engine/playback.ts'
import type { Command, Commands } from './player-commands.ts'

const GROUPS = [
  [
    'Playback',
    ['play', 'back5', 'ahead5', 'back1', 'ahead1', 'back10', 'ahead10', 'frameBack', 'frameAhead', 'home', 'end'],
  ],
  [
    'Screens and steps',
    [
      'screenBack',
      'screenAhead',
      'stepBack',
      'stepAhead',
      'changeBack',
      'changeAhead',
      'failure',
      'waiting',
      'zoomIn',
      'zoomOut',
      'zoomReset',
    ],
  ],
  ['Speed and loop', ['slower', 'faster', 'normal', 'loopIn', 'loopOut', 'loop']],
  [
    'Notes and frames',
    ['note', 'mark', 'markBack', 'markAhead', 'copyFrame', 'saveFrame', 'copyLink', 'copyFinding', 'save'],
  ],
  ['Verdict', ['pass', 'fail', 'unsure']],
  ['View', ['runBack', 'runAhead', 'fullscreen', 'theatre', 'inspector', 'leave']],
] as const

/** All keys of the player, from the same table as its buttons and menus, so that none can say another key. */
export const usePlayerKeys = (commands: Commands, playback: () => Playback | null): void => {
  const bindings: KeyBinding[] = GROUPS.flatMap(([group, names]) =>
    names.flatMap((name) => {
      const { label, keys, run, repeat = false }: Command = commands[name]
      return keys.map((one) => ({ keys: one, label, group, run, repeat }))
    }),
  )
  const digits: KeyBinding[] = Array.from({ length: 10 }, (_, digit) => ({
    keys: String(digit),
    label: 'To 0–90%',
    group: 'Playback',
    run: () => playback()?.seekToFraction(digit / 10),
  }))
  useKeys([...bindings, ...digits])
}
