import { type KeyboardEvent, useRef } from 'react'
import { ariaKeys, isMac } from '../keys/key-binding.ts'
import { keysOf, useKeymap } from '../keys/keymap.ts'
import type { Shortcut } from '../keys/shortcuts/shortcut.ts'
import classes from './tabs.module.css'

type TabsProps<T extends string> = {
  /** Name of the list of tabs. */
  label: string
  tabs: readonly T[]
  labels: Readonly<Record<T, string>>
  selected: T
  onSelect: (tab: T) => void
  /** Id of a tab's element, for the panel that it names. */
  idOf: (tab: T) => string
  panelId: string
  /** Those that lead to a tab from anywhere in the view. */
  shortcuts?: Readonly<Record<T, Shortcut>>
}

/** The tab that a key leads to, round from the last to the first; undefined for other keys. */
const indexAfter = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowLeft: (at + count - 1) % count, ArrowRight: (at + 1) % count, Home: 0, End: count - 1 })[key]

/** Tabs in a row: arrow keys, Home and End move between them, and only the selected one is in the order of Tab. */
export const Tabs = <T extends string>(props: TabsProps<T>) => {
  const { label, tabs, labels, selected, onSelect, idOf, panelId, shortcuts } = props
  useKeymap() // drawn again when keys change
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = indexAfter(event.key, tabs.indexOf(selected), tabs.length)
    const next = to === undefined ? undefined : tabs[to]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onSelect(next)
    list.current?.querySelector<HTMLElement>(`#${idOf(next)}`)?.focus()
  }
  return (
    <div ref={list} className={classes.tabs} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={idOf(name)}
          aria-selected={name === selected}
          aria-controls={panelId}
          aria-keyshortcuts={shortcuts && ariaKeys(keysOf(shortcuts[name]), isMac())}
          tabIndex={name === selected ? 0 : -1}
          className={classes.tab}
          onClick={() => onSelect(name)}
        >
          {labels[name]}
        </button>
      ))}
    </div>
  )
}
