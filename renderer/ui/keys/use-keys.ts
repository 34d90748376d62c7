import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type FocusKind, isMac, matchesKeys, yieldsTo } from './key-binding.ts'
import { keysOf } from './keymap.ts'
import type { Shortcut } from './shortcuts/shortcut.ts'

/** What a shortcut does now. `keys`: those that were pressed, of the several that one may have. */
export type KeyBinding = {
  shortcut: Shortcut
  run: (event: KeyboardEvent, keys: string) => void
  /** Another name, where the state decides it: what is done to several rows is named so. */
  label?: string
}

type Entry = { layer: number; bindings: () => readonly KeyBinding[] }

const registry: { entries: Entry[]; bindings: readonly KeyBinding[]; listeners: Set<() => void> } = {
  entries: [],
  bindings: [],
  listeners: new Set(),
}

const typingTypes = new Set(['text', 'search', 'url', 'email', 'password', 'number', 'tel', 'date', 'time', 'range'])
const pressable = 'button, a[href], summary, input, [role=button], [role=tab], [role=checkbox], [role=switch]'

/** An open modal dialog takes everything for itself: keys, and commands of the menu. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role=dialog][aria-modal=true], dialog[open]') !== null

/** What has the focus; an open modal dialog counts wherever the focus is. */
export const focusKind = (target: EventTarget | null): FocusKind => {
  if (isDialogOpen()) return 'dialog'
  if (!(target instanceof Element)) return 'none'
  if (target.closest('[role=dialog], [role=alertdialog]')) return 'dialog'
  if (target.closest('[role=menu], [role=listbox]')) return 'menu'
  if (target instanceof HTMLInputElement && typingTypes.has(target.type)) return 'typing'
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return 'typing'
  if (target instanceof HTMLElement && target.isContentEditable) return 'typing'
  return target.closest(pressable) ? 'pressable' : 'none'
}

/** Innermost first, the newest first within its layer. */
const innermostFirst = (): readonly KeyBinding[] =>
  [...registry.entries].sort((a, b) => b.layer - a.layer).flatMap((entry) => entry.bindings())

const onKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing) return
  const focus = focusKind(event.target)
  const mac = isMac()
  for (const { shortcut, run } of innermostFirst()) {
    const keys = keysOf(shortcut).find(
      (one) => matchesKeys(one, event, mac) && !yieldsTo(focus, one, shortcut.whileTyping),
    )
    if (keys === undefined) continue
    event.preventDefault()
    if (!event.repeat || shortcut.repeat) run(event, keys)
    return
  }
}

/** An open tooltip takes Esc for itself and stops it on its way; what Esc is for must not need a second press. */
const onKeyDownFirst = (event: KeyboardEvent): void => {
  if (event.key === 'Escape' && document.querySelector('[role=tooltip]')) onKeyDown(event)
}

const publish = (): void => {
  registry.bindings = registry.entries.flatMap((entry) => entry.bindings())
  for (const listener of registry.listeners) listener()
}

const register = (entry: Entry): (() => void) => {
  if (registry.entries.length === 0) {
    window.addEventListener('keydown', onKeyDownFirst, true)
    window.addEventListener('keydown', onKeyDown)
  }
  registry.entries = [entry, ...registry.entries]
  publish()
  return () => {
    registry.entries = registry.entries.filter((known) => known !== entry)
    if (registry.entries.length === 0) {
      window.removeEventListener('keydown', onKeyDownFirst, true)
      window.removeEventListener('keydown', onKeyDown)
    }
    publish()
  }
}

/**
 * Keys that work while the component is there. Off while typing or in a dialog; a focused button keeps Space and
 * Enter. A higher `layer` is asked first (the frame is 0, views are 1), so Esc goes to the innermost.
 */
export const useKeys = (bindings: readonly KeyBinding[], options: { enabled?: boolean; layer?: number } = {}): void => {
  const { enabled = true, layer = 1 } = options
  const current = useRef(bindings)
  current.current = bindings
  // The list is published again only when what it shows has changed.
  const shown = JSON.stringify(bindings.map(({ shortcut, label }) => [shortcut.id, label]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the bindings
  useEffect(() => {
    if (!enabled) return
    return register({ layer, bindings: () => current.current })
  }, [enabled, layer, shown])
}

const subscribe = (listener: () => void): (() => void) => {
  registry.listeners.add(listener)
  return () => registry.listeners.delete(listener)
}

/** All bindings that work right now, for the list of shortcuts. */
export const useBindings = (): readonly KeyBinding[] => useSyncExternalStore(subscribe, () => registry.bindings)

/** The same at this moment, innermost first, for the command palette. */
export const currentBindings = innermostFirst
