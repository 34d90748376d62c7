import { fold } from '../../../electron/contract/text/fold.ts'
import type { Shortcut } from '../../ui/keys/shortcuts/shortcut.ts'

/** Words of the text in any order, each at the start of a word of the label or anywhere after three letters. */
export const matchesCommand = (text: string, label: string, group = ''): boolean => {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const parts = fold(`${group} ${label}`).split(/[^\p{L}\p{N}]+/u)
  const whole = fold(`${group} ${label}`)
  return words.every(
    (word) => parts.some((part) => part.startsWith(word)) || (word.length >= 3 && whole.includes(word)),
  )
}

/** Actions that only move the selection: shown when asked for by name, not in the open list. */
export const isMovement = ({ keys }: Shortcut): boolean => /^(Arrow\w+|Page\w+|Home|End|Esc|Tab)$/.test(keys[0] ?? '')

type Bound = { shortcut: Shortcut; label?: string }

/** One command per action: shortcuts with a key for each value (0 to 9) are for the keyboard alone. */
export const commandsOf = <T extends Bound>(bindings: readonly T[]): T[] => {
  const byAction = new Map<string, T>()
  for (const binding of bindings) {
    const { group, label, keys } = binding.shortcut
    const action = `${group}\n${binding.label ?? label}`
    if (keys.length <= 3 && !byAction.has(action)) byAction.set(action, binding)
  }
  return [...byAction.values()]
}

type KeyMapGroup = { group: string; rows: { label: string; shortcuts: Shortcut[] }[] }

/** One row for each label, in the order of appearance: several keys for one action are side by side. */
export const groupBindings = (bindings: readonly Bound[]): KeyMapGroup[] => {
  const groups = new Map<string, Map<string, Shortcut[]>>()
  for (const { shortcut, label = shortcut.label } of bindings) {
    const rows = groups.get(shortcut.group) ?? new Map<string, Shortcut[]>()
    groups.set(shortcut.group, rows)
    const known = rows.get(label) ?? []
    if (!known.includes(shortcut)) known.push(shortcut)
    rows.set(label, known)
  }
  return [...groups].map(([group, rows]) => ({
    group,
    rows: [...rows].map(([label, shortcuts]) => ({ label, shortcuts })),
  }))
}
