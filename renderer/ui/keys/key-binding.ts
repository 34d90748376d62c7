/** True on a Mac, where Mod is the command key. */
export const isMac = (): boolean => /mac/i.test(navigator.platform)

/** The pure part of the keyboard: reading `Shift+ArrowLeft`, matching an event, naming keys for people. */
export type KeyBinding = {
  /** `Space`, `K`, `Shift+ArrowLeft`, `Mod+K`, `?`, `<`. Mod is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string
  label: string
  group: string
  run: (event: KeyboardEvent) => void
  /** Runs again while the key is down. */
  repeat?: boolean
  /** Also while the caret is in a field; only for chords with Mod. */
  whileTyping?: boolean
}

type Parsed = { mod: boolean; ctrl: boolean; shift: boolean; alt: boolean; key: string }
export type KeyLike = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> & {
  getModifierState?: (name: string) => boolean
}

const aliases: Record<string, string> = { Esc: 'Escape', Left: 'ArrowLeft', Right: 'ArrowRight' }

export const parseKeys = (keys: string): Parsed => {
  const plus = keys.endsWith('++') || keys === '+'
  const parts = (plus ? keys.slice(0, -1) : keys).split('+').filter(Boolean)
  const last = plus ? '+' : (parts.pop() ?? '')
  const has = (name: string) => parts.includes(name)
  return { mod: has('Mod'), ctrl: has('Ctrl'), shift: has('Shift'), alt: has('Alt'), key: aliases[last] ?? last }
}

/** Where signs of chords with Alt are on most layouts: on a Mac, ⌥ turns them into other characters. */
const CODE_OF_SIGN: Record<string, string> = { ',': 'Comma', '.': 'Period' }

/**
 * Letters and digits by position, so that hands find them on every layout; signs by character, because their
 * position differs; named keys by name. For signs Shift and AltGr only are the way to type them and do not count.
 */
export const matchesKeys = (keys: string, event: KeyLike, mac: boolean): boolean => {
  const wanted = parseKeys(keys)
  const altGraph = event.getModifierState?.('AltGraph') ?? false
  const sign = wanted.key.length === 1 && !/[A-Za-z0-9]/.test(wanted.key)
  const ctrlWanted = wanted.ctrl || (wanted.mod && !mac)
  const metaWanted = wanted.mod && mac
  if (!(sign && altGraph) && (event.ctrlKey !== ctrlWanted || event.metaKey !== metaWanted)) return false
  if (sign) {
    const typed = event.key === wanted.key || (mac && wanted.alt && event.code === CODE_OF_SIGN[wanted.key])
    return typed && (altGraph || event.altKey === wanted.alt)
  }
  if (altGraph || event.shiftKey !== wanted.shift || event.altKey !== wanted.alt) return false
  if (/^[A-Za-z]$/.test(wanted.key)) return event.code === `Key${wanted.key.toUpperCase()}`
  // Without NumLock the number pad sends Home, ArrowUp and so on as `key`: then it is not a digit.
  if (/^\d$/.test(wanted.key))
    return event.code === `Digit${wanted.key}` || (event.code === `Numpad${wanted.key}` && event.key === wanted.key)
  if (wanted.key === 'Space') return event.code === 'Space'
  return event.key === wanted.key
}

const names: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}

/** Caps for people: `Mod+K` → `['Ctrl', 'K']` or `['⌘', 'K']`. */
export const keyCaps = (keys: string, mac: boolean): string[] => {
  const { mod, ctrl, shift, alt, key } = parseKeys(keys)
  const caps: string[] = []
  if (ctrl) caps.push('Ctrl')
  if (mod) caps.push(mac ? '⌘' : 'Ctrl')
  if (alt) caps.push(mac ? '⌥' : 'Alt')
  if (shift) caps.push(mac ? '⇧' : 'Shift')
  caps.push(names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return caps
}

type KeyMapRow = { label: string; keys: string[] }
export type KeyMapGroup = { group: string; rows: KeyMapRow[] }

/** One row per label, in the order of appearance: several keys for one act are side by side. */
export const groupBindings = (bindings: readonly Pick<KeyBinding, 'keys' | 'label' | 'group'>[]): KeyMapGroup[] => {
  const groups = new Map<string, Map<string, string[]>>()
  for (const { keys, label, group } of bindings) {
    const rows = groups.get(group) ?? new Map<string, string[]>()
    groups.set(group, rows)
    const known = rows.get(label) ?? []
    if (!known.includes(keys)) known.push(keys)
    rows.set(label, known)
  }
  return [...groups].map(([group, rows]) => ({ group, rows: [...rows].map(([label, keys]) => ({ label, keys })) }))
}

/** What the focused element is, as far as keys care. */
export type FocusKind = 'typing' | 'pressable' | 'menu' | 'dialog' | 'none'

/** Whether a binding gives way to the focused element. */
export const yieldsTo = (focus: FocusKind, binding: Pick<KeyBinding, 'keys' | 'whileTyping'>): boolean => {
  if (focus === 'dialog' || focus === 'menu') return true
  if (focus === 'typing') return !binding.whileTyping
  if (focus !== 'pressable') return false
  const { key, mod, ctrl, alt } = parseKeys(binding.keys)
  return !mod && !ctrl && !alt && (key === 'Space' || key === 'Enter')
}
