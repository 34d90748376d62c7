import { defineShortcuts, FIXED } from './shortcut.ts'

/** Keys of review mode beside those of the player. */
export const reviewShortcuts = defineShortcuts('review', 'Review mode', ['review'], {
  save: ['Save and open next', 'Enter Mod+Enter', { fixed: true, whileTyping: true }],
  reason: ['Write a reason', '/'],
  recent: ['Use a recent reason', 'Alt+1 Alt+2 Alt+3 Alt+4 Alt+5', { fixed: true, whileTyping: true }],
  undo: ['Undo the last verdict or skip', 'Mod+Z', FIXED],
})

/** Keys of the summary at the end of a review. */
export const summaryShortcuts = defineShortcuts('summary', 'Review mode', ['summary'], {
  leave: ['Back to list', 'Enter Esc', FIXED],
  reopen: ['Review skipped sessions', 'R'],
})
