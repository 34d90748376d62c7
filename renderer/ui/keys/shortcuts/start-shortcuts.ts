import { defineShortcuts, FIXED, FIXED_REPEAT, type Scope, WHILE_TYPING } from './shortcut.ts'

/** Keys of the frame, of every list and of the sessions: what the first view needs. */
export const generalShortcuts = defineShortcuts('general', 'General', ['general'], {
  palette: ['Search and commands', 'Mod+K', WHILE_TYPING],
  settings: ['Go to settings', 'Mod+,', WHILE_TYPING],
  back: ['Go back', 'Alt+ArrowLeft'],
  forward: ['Go forward', 'Alt+ArrowRight'],
  navigation: ['Collapse or expand navigation', 'Mod+B', WHILE_TYPING],
  shortcuts: ['Keyboard shortcuts', '?'],
  refresh: ['Refresh sessions', 'Mod+R', FIXED],
  undo: ['Undo', 'Mod+Z', FIXED],
})

const LISTS: readonly Scope[] = ['sessions', 'archive', 'profiles', 'cookies', 'comparison', 'requests']

export const listShortcuts = defineShortcuts('list', 'Lists', LISTS, {
  up: ['Row up', 'ArrowUp', FIXED_REPEAT],
  down: ['Row down', 'ArrowDown', FIXED_REPEAT],
  pageUp: ['Page up', 'PageUp', FIXED_REPEAT],
  pageDown: ['Page down', 'PageDown', FIXED_REPEAT],
  first: ['First row', 'Home', FIXED_REPEAT],
  last: ['Last row', 'End', FIXED_REPEAT],
  open: ['Open', 'Enter', FIXED],
  clear: ['Clear selection, then search text', 'Esc', FIXED],
})

/** Lists with several selected rows. */
export const selectShortcuts = defineShortcuts('list', 'Lists', ['sessions', 'archive', 'cookies'], {
  extend: [
    'Extend selection',
    'Shift+ArrowUp Shift+ArrowDown Shift+PageUp Shift+PageDown Shift+Home Shift+End',
    FIXED_REPEAT,
  ],
  flipAlways: ['Select or deselect row', 'Ctrl+Space', FIXED],
  selectAll: ['Select all matching', 'Mod+A', FIXED],
})

export const rowShortcuts = defineShortcuts('list', 'Lists', ['sessions', 'archive'], {
  flip: ['Select or deselect row', 'X'],
  play: ['Open and play', 'Space'],
})

export const filterShortcuts = defineShortcuts('list', 'Lists', [...LISTS, 'cache-policy', 'json'], {
  filter: ['Filter', '/ Mod+F', WHILE_TYPING],
})

/** What is the same in the list and in the player: both say the same keys. */
export const sessionShortcuts = defineShortcuts('session', 'Sessions', ['sessions', 'player'], {
  pass: ['Verdict: Pass', 'Shift+1'],
  fail: ['Verdict: Fail', 'Shift+2'],
  unsure: ['Verdict: Unsure', 'Shift+3'],
  archive: ['Archive recording', 'A'],
  copyFinding: ['Copy finding', 'Mod+Shift+C'],
  review: ['Start review mode', 'R'],
})

export const sessionListShortcuts = defineShortcuts('sessions', 'Sessions', ['sessions'], {
  copyId: ['Copy id', 'Mod+C', FIXED],
  tag: ['Tag selected', 'T'],
  archiveAll: ['Archive all matching sessions', 'Shift+A'],
  exportReviews: ['Export reviews', 'Shift+E'],
  importReviews: ['Import reviews', ''],
  group: ['Group by error', 'G'],
  expand: ['Expand group', 'ArrowRight', FIXED_REPEAT],
  collapse: ['Collapse group', 'ArrowLeft', FIXED_REPEAT],
  saveView: ['Save view', 'Mod+S', WHILE_TYPING],
  inspector: ['Inspector', 'D'],
})

/** Keys of the entry that has the focus, wherever it is: a saved view, a note, a snapshot. */
export const itemShortcuts = defineShortcuts('item', 'Focused entry', ['item'], {
  open: ['Open', 'Enter', FIXED],
  rename: ['Rename', 'F2', FIXED],
  moveUp: ['Move up', 'Alt+ArrowUp', FIXED],
  moveDown: ['Move down', 'Alt+ArrowDown', FIXED],
  remove: ['Remove', 'Delete', FIXED],
})
