import type { RefObject } from 'react'
import { MOVE_KEYS, moveTo } from '../../../ui/grid/grid-keys.ts'
import type { GridMoves } from '../../../ui/grid/use-virtual-grid.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys/use-keys.ts'
import { toggleAside } from '../cookie-layout.ts'
import { patchView, select, viewOf } from '../cookie-store.ts'
import { every, NOTHING, only, range, toggle } from './cookie-selection.ts'

const GROUP = 'Cookies'

type CookieKeys = {
  viewKey: string
  grid: RefObject<GridMoves | null>
  ids: readonly string[]
  /** Where the focus is: other parts of the place keep their keys. */
  zone: 'table' | 'aside' | 'elsewhere' | 'comparison'
  reveal: (id: string) => void
  revealAll: () => void
  copyValue: (id: string) => void
  readAgain: () => void
  exportCookies: () => void
  focusFilter: () => void
  /** What Esc closes before it clears anything; false when there is nothing to close. */
  close: () => boolean
}

/** The keys of the cookie table; movement and choosing as in the archive. */
export const useCookieKeys = (keys: CookieKeys): void => {
  const { viewKey, grid, ids, zone, reveal, revealAll, copyValue, readAgain, exportCookies, focusFilter } = keys
  const go = (key: string, extend: boolean) => {
    const { selection } = viewOf(viewKey)
    const from = selection.at === null ? -1 : ids.indexOf(selection.at)
    const to = moveTo(key, from, ids.length, grid.current?.pageRows() ?? 1)
    const id = to === null ? undefined : ids[to]
    if (to === null || id === undefined) return
    select(viewKey, extend ? range(selection, ids, id) : only(id))
    grid.current?.reveal(to)
    grid.current?.focus()
  }
  const withRow = (action: (id: string) => void) => () => {
    const { at } = viewOf(viewKey).selection
    if (at !== null && ids.includes(at)) action(at)
  }
  const flip = withRow((id) => select(viewKey, toggle(viewOf(viewKey).selection, id)))
  /** Innermost first: what is open, selection, text, chips, domain. Values are hidden before any of it. */
  const clear = () => {
    const { selection, query } = viewOf(viewKey)
    if (keys.close()) return
    if (selection.selected.size > 0 || selection.at !== null) select(viewKey, NOTHING)
    else if (query.text !== '') patchView(viewKey, { query: { ...query, text: '' } })
  }
  const copy = () => {
    const picked = window.getSelection()
    if (picked && !picked.isCollapsed)
      document.execCommand('copy') // words that someone selected come first
    else withRow(copyValue)()
  }
  const bindings: KeyBinding[] = [
    ...MOVE_KEYS.map(([key, label]) => ({ keys: key, label, group: GROUP, repeat: true, run: () => go(key, false) })),
    ...MOVE_KEYS.map(([key]) => ({
      keys: `Shift+${key}`,
      label: 'Extend selection',
      group: GROUP,
      repeat: true,
      run: () => go(key, true),
    })),
    { keys: 'Space', label: 'Select or deselect row', group: GROUP, run: flip },
    { keys: 'Ctrl+Space', label: 'Select or deselect row', group: GROUP, run: flip },
    {
      keys: 'Mod+A',
      label: 'Select all matching',
      group: GROUP,
      run: () => select(viewKey, every(viewOf(viewKey).selection, ids)),
    },
    { keys: 'Enter', label: 'Reveal or hide the value', group: GROUP, run: withRow(reveal) },
  ]
  const ofValue: KeyBinding[] = [
    { keys: 'V', label: 'Reveal or hide the value', group: GROUP, run: withRow(reveal) },
    { keys: 'Mod+C', label: 'Copy the value', group: GROUP, run: copy },
  ]
  const always: KeyBinding[] = [
    { keys: 'Escape', label: 'Hide values or clear selection', group: GROUP, run: clear },
    { keys: 'Shift+V', label: 'Reveal or hide all values', group: GROUP, run: revealAll },
    { keys: 'R', label: 'Refresh', group: GROUP, run: readAgain },
    { keys: 'E', label: 'Export', group: GROUP, run: exportCookies },
    { keys: 'D', label: 'Details', group: GROUP, run: () => toggleAside('details') },
    { keys: 'S', label: 'Snapshots', group: GROUP, run: () => toggleAside('snapshots') },
    { keys: '/', label: 'Filter', group: GROUP, run: focusFilter },
    { keys: 'Mod+F', label: 'Filter', group: GROUP, whileTyping: true, run: focusFilter },
  ]
  useKeys(bindings, { enabled: zone === 'table' })
  useKeys(ofValue, { enabled: zone === 'table' || zone === 'aside' })
  useKeys(always, { enabled: zone !== 'comparison' })
}
