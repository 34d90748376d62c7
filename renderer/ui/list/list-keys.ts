import { filterShortcuts, listShortcuts } from '../keys/shortcuts/start-shortcuts.ts'
import type { KeyBinding } from '../keys/use-keys.ts'

const moves = [
  listShortcuts.up,
  listShortcuts.down,
  listShortcuts.pageUp,
  listShortcuts.pageDown,
  listShortcuts.first,
  listShortcuts.last,
]

/** The keys that move in a list. */
export const moveKeys = (go: (key: string) => void): KeyBinding[] =>
  moves.map((shortcut) => ({ shortcut, run: (_event, keys) => go(keys) }))

/** The keys that lead to the filter of a list. */
export const filterKeys = (run: () => void): KeyBinding[] => [{ shortcut: filterShortcuts.filter, run }]
