import { create } from 'zustand'
import { isMac, keyCaps } from './key-binding.ts'
import type { Shortcut } from './shortcuts/shortcut.ts'

/** Keys by the id of their shortcut, where a person has others than the defaults; an empty list is none at all. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>

/** The keys in use: everything that binds, prints or lists keys reads them here. */
export const useKeymap = create<{ overrides: KeyOverrides }>()(() => ({ overrides: {} }))

const resolve = (overrides: KeyOverrides, { id, keys }: Shortcut): readonly string[] => overrides[id] ?? keys

export const keysOf = (shortcut: Shortcut): readonly string[] => resolve(useKeymap.getState().overrides, shortcut)

/** The first keys as a text: `Ctrl+Z`. */
export const keysText = (shortcut: Shortcut): string | undefined => {
  const [keys] = keysOf(shortcut)
  return keys && keyCaps(keys, isMac()).join('+')
}

/** For a `title`: `Tag selected (T)`. */
export const titleWithKeys = (shortcut: Shortcut, title: string = shortcut.label): string => {
  const keys = keysText(shortcut)
  return keys === undefined ? title : `${title} (${keys})`
}

/** The same for a component, which is drawn again when they change. */
export const useKeysOf = (shortcuts: readonly Shortcut[]): string[] => {
  const overrides = useKeymap(({ overrides }) => overrides)
  return shortcuts.flatMap((shortcut) => resolve(overrides, shortcut))
}
