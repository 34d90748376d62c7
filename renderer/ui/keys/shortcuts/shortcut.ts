/** A part of the program where keys work. Which of them are on screen together says `views` in `shortcut-table.ts`. */
export type Scope =
  | 'general'
  | 'sessions'
  | 'player'
  | 'review'
  | 'summary'
  | 'archive'
  | 'profiles'
  | 'cookies'
  | 'comparison'
  | 'functions'
  | 'cache-policy'
  | 'activity'
  | 'requests'
  | 'json'
  | 'changes'
  | 'item'

export type Shortcut = {
  /** Under which the keys of a person are stored: it stays the same whatever the label becomes. */
  id: string
  label: string
  group: string
  scopes: readonly Scope[]
  /** The default keys, the first of which are shown: `['Space', 'K']`. */
  keys: readonly string[]
  /** Every program has these keys, or the keys of a list belong together: they cannot be changed. */
  fixed?: boolean
  /** Runs again while the key is down. */
  repeat?: boolean
  /** Also while the caret is in a field; only for chords with Mod, Ctrl or Alt, and for function keys. */
  whileTyping?: boolean
}

type Options = Pick<Shortcut, 'fixed' | 'repeat' | 'whileTyping'>
/** Label, default keys with spaces between them, and what is special about them. */
type Entry = readonly [label: string, keys: string, options?: Options]

export const FIXED = { fixed: true } as const
export const REPEAT = { repeat: true } as const
export const FIXED_REPEAT = { fixed: true, repeat: true } as const
export const WHILE_TYPING = { whileTyping: true } as const

/** One group of the table. `prefix` makes the ids: `player` and `play` are `player.play`. */
export const defineShortcuts = <const Entries extends Readonly<Record<string, Entry>>>(
  prefix: string,
  group: string,
  scopes: readonly Scope[],
  entries: Entries,
): { readonly [Name in keyof Entries]: Shortcut } => {
  const made = Object.entries<Entry>(entries).map(([name, [label, keys, options]]): [string, Shortcut] => [
    name,
    { id: `${prefix}.${name}`, label, group, scopes, keys: keys.split(' ').filter(Boolean), ...options },
  ])
  return Object.fromEntries(made) as { [Name in keyof Entries]: Shortcut }
}
