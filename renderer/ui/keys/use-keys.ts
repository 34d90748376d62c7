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

/** Keys pressed while a part that has keys of its own was still being read; `waiting` counts those parts. */
const held = { waiting: 0, events: [] as KeyboardEvent[] }

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
const bindingsOf = (entries: readonly Entry[]): readonly KeyBinding[] =>
  [...entries].sort((a, b) => b.layer - a.layer).flatMap((entry) => entry.bindings())

const runFirst = (bindings: readonly KeyBinding[], event: KeyboardEvent): boolean => {
  const focus = focusKind(event.target)
  const mac = isMac()
  for (const { shortcut, run } of bindings) {
    const keys = keysOf(shortcut).find(
      (one) => matchesKeys(one, event, mac) && !yieldsTo(focus, one, shortcut.whileTyping),
    )
    if (keys === undefined) continue
    event.preventDefault()
    if (!event.repeat || shortcut.repeat) run(event, keys)
    return true
  }
  return false
}

const onKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing) return
  if (held.waiting === 0 && held.events.length === 0) runFirst(bindingsOf(registry.entries), event)
  // The frame's keys work at once; they lead elsewhere, where what was pressed before them means nothing.
  else if (runFirst(bindingsOf(registry.entries.filter(({ layer }) => layer === 0)), event)) held.events = []
  else held.events.push(event)
}

const runHeld = (): void => {
  const event = held.waiting === 0 ? held.events.shift() : undefined
  if (!event) return
  runFirst(bindingsOf(registry.entries), event)
  setTimeout(runHeld) // each finds what the one before has changed
}

/** An open tooltip takes Esc for itself and stops it on its way; what Esc is for must not need a second press. */
const onKeyDownFirst = (event: KeyboardEvent): void => {
  if (event.key === 'Escape' && document.querySelector('[role=tooltip]')) onKeyDown(event)
}

const publish = (): void => {
  registry.bindings = bindingsOf(registry.entries)
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

const none: readonly KeyBinding[] = []

/** All bindings that work right now, innermost first; none while not `wanted`, so that nothing is drawn again for them. */
export const useBindings = (wanted = true): readonly KeyBinding[] =>
  useSyncExternalStore(subscribe, () => (wanted ? registry.bindings : none))

/** Stands where a part with keys of its own is still being read: what is pressed meanwhile is run when it is there. */
export const HoldKeys = () => {
  useEffect(() => {
    held.waiting += 1
    return () => {
      held.waiting -= 1
      queueMicrotask(runHeld) // the part's own keys are registered by the effects that follow
    }
  }, [])
  return null
}
