import { MOVE_KEYS } from '../grid/grid-keys.ts'
import type { KeyBinding } from '../keys/use-keys.ts'

/** The keys that move in a list. */
export const moveKeys = (group: string, go: (key: string) => void): KeyBinding[] =>
  MOVE_KEYS.map(([keys, label]) => ({ keys, label, group, repeat: true, run: () => go(keys) }))

/** The keys that lead to the filter of a list. */
export const filterKeys = (group: string, run: () => void): KeyBinding[] => [
  { keys: '/', label: 'Filter', group, run },
  { keys: 'Mod+F', label: 'Filter', group, whileTyping: true, run },
]
