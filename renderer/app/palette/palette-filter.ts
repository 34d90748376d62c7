import { fold } from '../../../electron/contract/text/fold.ts'

/** `0 1 2 … 9` becomes one `0 – 9`; everything else stays as it is. */
export const foldDigits = (keys: readonly string[]): { single: string[]; range: [string, string] | null } => {
  const digits = keys.filter((key) => /^\d$/.test(key))
  const first = digits[0]
  const last = digits.at(-1)
  if (digits.length < 3 || first === undefined || last === undefined) return { single: [...keys], range: null }
  return { single: keys.filter((key) => !/^\d$/.test(key)), range: [first, last] }
}

/** Words of the text in any order, each at the start of a word of the label or anywhere after three letters. */
export const matchesCommand = (text: string, label: string, group = ''): boolean => {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const parts = fold(`${group} ${label}`).split(/[^\p{L}\p{N}]+/u)
  const whole = fold(`${group} ${label}`)
  return words.every(
    (word) => parts.some((part) => part.startsWith(word)) || (word.length >= 3 && whole.includes(word)),
  )
}

/** Acts that only move the selection: shown when asked for by name, not in the open list. */
export const isMovement = (keys: string | undefined): boolean =>
  keys !== undefined && /^(Arrow\w+|Page\w+|Home|End|Esc|Escape|Tab)$/.test(keys)

type Bound = { label: string; group: string; keys: string }

/** One command per act: acts with many keys (0 to 9) are for the keyboard alone, later names of the same act fall away. */
export const commandsOf = <T extends Bound>(bindings: readonly T[]): T[] => {
  const byAction = new Map<string, T[]>()
  for (const binding of bindings) {
    const action = `${binding.group}\n${binding.label}`
    byAction.set(action, [...(byAction.get(action) ?? []), binding])
  }
  return [...byAction.values()].flatMap((same) => (same.length <= 3 && same[0] ? [same[0]] : []))
}
