import { isMac, type KeyLike, keyCaps, matchesKeys, normalKeys, parseKeys } from './key-binding.ts'
import type { KeyOverrides } from './keymap.ts'
import type { Shortcut } from './shortcuts/shortcut.ts'
import { allShortcuts, overlap } from './shortcuts/shortcut-table.ts'

/** As many keys as one shortcut may have. */
export const MOST_KEYS = 4

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'Fn', 'OS'])
const NAMED =
  /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Insert|Delete|Backspace|Space|F(?:[1-9]|1\d|2[0-4]))$/
/** Named keys that are refused with a reason of their own. */
const REFUSED_NAMES = new Set(['Escape', 'Enter', 'Tab'])
const ONE_SIGN = /^[^\p{C}\p{Z}\p{L}\p{N}]$/u

/** The keys of an event as they are stored, or what is there instead: nothing yet, or a key that cannot be used. */
export const keysOfEvent = (event: KeyLike, mac: boolean): string | 'modifier' | 'unusable' => {
  if (MODIFIERS.has(event.key)) return 'modifier'
  const altGraph = event.getModifierState?.('AltGraph') ?? false
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
  const typed = event.key === ' ' ? 'Space' : event.key
  const byPosition = mac && event.altKey ? { Comma: ',', Period: '.' }[event.code] : undefined
  const key =
    byPosition ??
    (altGraph ? undefined : letter) ??
    (altGraph || (event.code.startsWith('Numpad') && event.key !== digit) ? undefined : digit) ??
    typed
  if (!/^[A-Z0-9]$/.test(key) && !NAMED.test(key) && !REFUSED_NAMES.has(key) && !ONE_SIGN.test(key)) return 'unusable'
  const held = [
    (mac ? event.metaKey : event.ctrlKey && !altGraph) && 'Mod',
    mac && event.ctrlKey && 'Ctrl',
    !mac && event.metaKey && 'Meta',
    event.altKey && !altGraph && 'Alt',
    event.shiftKey && 'Shift',
  ]
  return normalKeys([...held.filter(Boolean), key].join('+'), mac)
}

const SYSTEM: Record<'all' | 'mac' | 'others', readonly string[]> = {
  all: ['Mod+Q', 'Mod+W', 'Mod+M', 'Mod+0', 'Mod+-', 'Mod+=', 'Mod++'],
  mac: ['Mod+H', 'Alt+Mod+H', 'Mod+Space', 'Mod+`', 'Ctrl+Mod+F', 'Ctrl+ArrowUp', 'Ctrl+ArrowDown'],
  others: ['F10', 'F11', 'Alt+F4', 'Alt+Space', 'Mod+Alt+Delete'],
}
const EDITING = ['Mod+A', 'Mod+C', 'Mod+V', 'Mod+X', 'Mod+Z', 'Mod+Y', 'Mod+Shift+Z', 'Mod+Shift+V']
/** Keys that move the caret or delete in a field, with any modifier. */
const CARET = /^(?:Arrow\w+|Home|End|Backspace|Delete|Page\w+)$/

export const capsText = (keys: string, mac: boolean): string => keyCaps(keys, mac).join(mac ? '' : '+')

/** Why keys cannot be used for this shortcut, as a sentence; null when they can. */
export const refusalOf = (keys: string, shortcut: Shortcut, mac: boolean): string | null => {
  const { mod, ctrl, alt, key } = parseKeys(keys)
  const text = capsText(keys, mac)
  const is = (list: readonly string[]) => list.some((one) => normalKeys(one, mac) === normalKeys(keys, mac))
  if (keys.split('+').includes('Meta')) return 'The system uses this key for itself.'
  if (key === 'Escape') return 'Esc always closes the innermost thing.'
  if (key === 'Tab') return 'Tab always moves the focus.'
  if (key === 'Enter' && !mod) return 'Enter always opens a row and presses the focused button.'
  if (is(SYSTEM.all) || is(mac ? SYSTEM.mac : SYSTEM.others))
    return `${text} belongs to the system or to the window menu.`
  if (is(EDITING)) return `${text} is needed for editing text.`
  if (shortcut.whileTyping && (mod || ctrl || alt) && CARET.test(key)) return `${text} is needed while typing.`
  if (!mac && mod && alt && key.length === 1) return `On many keyboards ${text} types a character.`
  if (mac && alt && key.length === 1 && !/[A-Z0-9,.]/.test(key)) return `With ⌥ this key types another character.`
  const fixed = allShortcuts.find(
    (other) =>
      other.fixed &&
      overlap(other, shortcut) &&
      other.keys.some((one) => normalKeys(one, mac) === normalKeys(keys, mac)),
  )
  return fixed ? `${text} is fixed: ${fixed.label} (${fixed.group}).` : null
}

const keysIn = (overrides: KeyOverrides, { id, keys, fixed }: Shortcut): readonly string[] =>
  fixed ? keys : (overrides[id] ?? keys)

/** A key of another shortcut that could mean both. */
export type Conflict = { shortcut: Shortcut; keys: string }

/** `event`: what was pressed, where it is at hand: a sign and a position may be the same key on this keyboard. */
export const conflictsOf = (
  shortcut: Shortcut,
  keys: string,
  overrides: KeyOverrides,
  mac: boolean,
  event?: KeyLike,
): Conflict[] =>
  allShortcuts
    .filter((other) => other.id !== shortcut.id && !other.fixed && overlap(other, shortcut))
    .flatMap((other) =>
      keysIn(overrides, other)
        .filter((one) => normalKeys(one, mac) === normalKeys(keys, mac) || (event && matchesKeys(one, event, mac)))
        .map((one) => ({ shortcut: other, keys: one })),
    )

const sameList = (a: readonly string[], b: readonly string[], mac: boolean): boolean =>
  a.length === b.length && a.every((one, at) => normalKeys(one, mac) === normalKeys(b[at] ?? '', mac))

/** The overrides with these keys; what is the default again is not stored. */
export const withKeys = (
  overrides: KeyOverrides,
  shortcut: Shortcut,
  keys: readonly string[],
  mac = isMac(),
): Record<string, readonly string[]> => {
  const { [shortcut.id]: _before, ...others } = overrides
  return sameList(keys, shortcut.keys, mac) ? others : { ...others, [shortcut.id]: keys }
}

/** Gives the keys to the shortcut and takes them from those that had them. */
export const replaceKeys = (
  overrides: KeyOverrides,
  shortcut: Shortcut,
  keys: readonly string[],
  conflicts: readonly Conflict[],
  mac = isMac(),
): Record<string, readonly string[]> =>
  conflicts.reduce<Record<string, readonly string[]>>(
    (all, taken) =>
      withKeys(
        all,
        taken.shortcut,
        keysIn(all, taken.shortcut).filter((one) => one !== taken.keys),
        mac,
      ),
    withKeys(overrides, shortcut, keys, mac),
  )

/** Whether keys are written as this program writes them. */
const isWritten = (keys: string): boolean => {
  const { key } = parseKeys(keys)
  const parts =
    keys.endsWith('++') || keys === '+' ? keys.slice(0, -1).split('+').filter(Boolean) : keys.split('+').slice(0, -1)
  const held = parts.every((one) => ['Mod', 'Ctrl', 'Alt', 'Shift'].includes(one))
  return (
    held &&
    new Set(parts).size === parts.length &&
    (/^[A-Za-z0-9]$/.test(key) || NAMED.test(key) || key === 'Enter' || ONE_SIGN.test(key))
  )
}

/** What of the stored keys can be used, and the ids of what cannot: unknown shortcuts, fixed ones, invalid keys. */
export const readStored = (stored: KeyOverrides, mac: boolean): { overrides: KeyOverrides; ignored: string[] } => {
  const known = new Map(allShortcuts.map((shortcut) => [shortcut.id, shortcut]))
  const overrides: Record<string, readonly string[]> = {}
  const ignored: string[] = []
  for (const [id, keys] of Object.entries(stored)) {
    const shortcut = known.get(id)
    const usable =
      shortcut && !shortcut.fixed && keys.every((one) => isWritten(one) && refusalOf(one, shortcut, mac) === null)
    if (usable) overrides[id] = keys
    else ignored.push(id)
  }
  return { overrides, ignored }
}
