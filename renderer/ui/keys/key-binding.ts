/** True on a Mac, where Mod is the command key. */
export const isMac = (): boolean => /mac/i.test(navigator.platform)

/** The pure part of the keyboard: reading `Shift+ArrowLeft`, matching an event, naming keys for people. */
export type ParsedKeys = { mod: boolean; ctrl: boolean; shift: boolean; alt: boolean; key: string }
export type KeyLike = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> & {
  getModifierState?: (name: string) => boolean
}

const aliases: Record<string, string> = { Esc: 'Escape', Left: 'ArrowLeft', Right: 'ArrowRight' }

export const parseKeys = (keys: string): ParsedKeys => {
  const plus = keys.endsWith('++') || keys === '+'
  const parts = (plus ? keys.slice(0, -1) : keys).split('+').filter(Boolean)
  const last = plus ? '+' : (parts.pop() ?? '')
  const has = (name: string) => parts.includes(name)
  return { mod: has('Mod'), ctrl: has('Ctrl'), shift: has('Shift'), alt: has('Alt'), key: aliases[last] ?? last }
}

const isSign = (key: string): boolean => key.length === 1 && !/[A-Za-z0-9]/.test(key)

/** Where signs of chords with Alt are on most layouts: on a Mac, ⌥ turns them into other characters. */
const CODE_OF_SIGN: Record<string, string> = { ',': 'Comma', '.': 'Period' }

/**
 * Letters and digits by position, so that hands find them on every layout; signs by character, because their
 * position differs; named keys by name. For signs Shift and AltGr only are the way to type them and do not count.
 */
export const matchesKeys = (keys: string, event: KeyLike, mac: boolean): boolean => {
  const wanted = parseKeys(keys)
  const altGraph = event.getModifierState?.('AltGraph') ?? false
  const sign = isSign(wanted.key)
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

/** One spelling for keys that are the same: order of modifiers, aliases, and Ctrl, which is Mod except on a Mac. */
export const normalKeys = (keys: string, mac: boolean): string => {
  const { mod, ctrl, shift, alt, key } = parseKeys(keys)
  const held = [
    (mod || (ctrl && !mac)) && 'Mod',
    ctrl && mac && 'Ctrl',
    alt && 'Alt',
    shift && !isSign(key) && 'Shift', // how a sign is typed does not count
  ]
  return [...held.filter(Boolean), /^[a-z]$/.test(key) ? key.toUpperCase() : key].join('+')
}

/** `aria-keyshortcuts` of keys: `Mod+K` → `Control+K` or `Meta+K`. */
export const ariaKeys = (keys: readonly string[], mac: boolean): string | undefined =>
  keys
    .map((one) => {
      const { mod, ctrl, shift, alt, key } = parseKeys(one)
      const held = [ctrl && 'Control', mod && (mac ? 'Meta' : 'Control'), alt && 'Alt', shift && 'Shift']
      return [...held.filter(Boolean), key === '+' ? 'Plus' : key].join('+')
    })
    .join(' ') || undefined

/** What the focused element is, as far as keys care. */
export type FocusKind = 'typing' | 'pressable' | 'menu' | 'dialog' | 'none'

/** Keys that type nothing by themselves: a chord, or a function key. */
const isChord = ({ mod, ctrl, alt, key }: ParsedKeys): boolean => mod || ctrl || alt || /^F\d+$/.test(key)

/** Whether keys give way to the focused element. `whileTyping`: chords of this shortcut work in fields too. */
export const yieldsTo = (focus: FocusKind, keys: string, whileTyping = false): boolean => {
  if (focus === 'dialog' || focus === 'menu') return true
  const parsed = parseKeys(keys)
  if (focus === 'typing') return !whileTyping || !isChord(parsed)
  if (focus !== 'pressable') return false
  const { key, mod, ctrl, alt } = parsed
  return !mod && !ctrl && !alt && (key === 'Space' || key === 'Enter')
}
