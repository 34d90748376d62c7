import { defineShortcuts, FIXED, WHILE_TYPING } from './shortcut.ts'

export const functionShortcuts = defineShortcuts('functions', 'Functions', ['functions'], {
  connection: ['Connection id', '/'],
  send: ['Send', 'Mod+Enter', WHILE_TYPING],
  changes: ['Edit or changes', 'Mod+Shift+D', WHILE_TYPING],
  reload: ['Reload current source', 'R'],
  history: ['History', 'D'],
  editor: ['Back to editor', 'Esc', FIXED],
})

export const cachePolicyShortcuts = defineShortcuts('cache', 'Cache policy', ['cache-policy'], {
  useHeaders: ['Use these headers', 'U'],
  compare: ['Compare with previous response', 'C'],
  send: ['Send', 'Mod+Enter', WHILE_TYPING],
  policy: ['Policy as tree', 'P'],
  raw: ['Raw response', 'R'],
  headers: ['Headers', 'H'],
  close: ['Close comparison', 'Esc', FIXED],
})

export const activityShortcuts = defineShortcuts('activity', 'Activity', ['activity'], {
  requests: ['Requests', 'Alt+1', WHILE_TYPING],
  limit: ['Rate limit', 'Alt+2', WHILE_TYPING],
  health: ['Health', 'Alt+3', WHILE_TYPING],
  usage: ['Usage', 'Alt+4', WHILE_TYPING],
  refresh: ['Refresh', 'R'],
})

export const requestShortcuts = defineShortcuts('requests', 'Requests', ['requests'], {
  copyCurl: ['Copy as curl', 'C'],
  copyHeaders: ['Copy headers', 'H'],
  details: ['Details', 'D'],
  export: ['Export as JSON lines', 'Mod+S', WHILE_TYPING],
})

export const jsonShortcuts = defineShortcuts('json', 'JSON', ['json'], {
  next: ['Next match', 'F3', { repeat: true, whileTyping: true }],
  previous: ['Previous match', 'Shift+F3', WHILE_TYPING],
  expandAll: ['Expand all', 'E'],
  collapseAll: ['Collapse all', 'Shift+E'],
  copyValue: ['Copy value', 'Mod+C', FIXED],
  copyPath: ['Copy path', 'Shift+Mod+C'],
  copyJson: ['Copy as JSON', 'J'],
  toggle: ['Expand, collapse, show value', 'Enter', FIXED],
})

export const changeShortcuts = defineShortcuts('changes', 'Changes', ['changes'], {
  next: ['Next change', 'F7', { repeat: true, whileTyping: true }],
  previous: ['Previous change', 'Shift+F7', { repeat: true, whileTyping: true }],
})
