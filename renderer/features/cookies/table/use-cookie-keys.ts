import type { RefObject } from 'react'
import { moveTo } from '../../../ui/grid/grid-keys.ts'
import type { GridMoves } from '../../../ui/grid/use-virtual-grid.ts'
import { cookieShortcuts } from '../../../ui/keys/shortcuts/profile-shortcuts.ts'
import { selectShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys/use-keys.ts'
import { filterKeys, moveKeys } from '../../../ui/list/list-keys.ts'
import { toggleAside } from '../cookie-layout.ts'
import { patchView, select, viewOf } from '../cookie-store.ts'
import { every, NOTHING, only, range, toggle } from './cookie-selection.ts'

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
    ...moveKeys((key) => go(key, false)),
    { shortcut: selectShortcuts.extend, run: (_event, keys) => go(keys.slice('Shift+'.length), true) },
    { shortcut: cookieShortcuts.flip, run: flip },
    { shortcut: selectShortcuts.flipAlways, run: flip },
    {
      shortcut: selectShortcuts.selectAll,
      run: () => select(viewKey, every(viewOf(viewKey).selection, ids)),
    },
    { shortcut: cookieShortcuts.revealRow, run: withRow(reveal) },
  ]
  const ofValue: KeyBinding[] = [
    { shortcut: cookieShortcuts.reveal, run: withRow(reveal) },
    { shortcut: cookieShortcuts.copyValue, run: copy },
  ]
  const always: KeyBinding[] = [
    { shortcut: cookieShortcuts.clear, run: clear },
    { shortcut: cookieShortcuts.revealAll, run: revealAll },
    { shortcut: cookieShortcuts.refresh, run: readAgain },
    { shortcut: cookieShortcuts.export, run: exportCookies },
    { shortcut: cookieShortcuts.details, run: () => toggleAside('details') },
    { shortcut: cookieShortcuts.snapshots, run: () => toggleAside('snapshots') },
    ...filterKeys(focusFilter),
  ]
  useKeys(bindings, { enabled: zone === 'table' })
  useKeys(ofValue, { enabled: zone === 'table' || zone === 'aside' })
  useKeys(always, { enabled: zone !== 'comparison' })
}
