import { defineShortcuts, FIXED } from './shortcut.ts'

export const profileShortcuts = defineShortcuts('profiles', 'Profiles', ['profiles'], {
  focusProfiles: ['Focus profiles', 'P'],
  focusDomains: ['Focus domains', 'T'],
})

/** Keys of the list of profiles while it has the focus. */
export const profileListShortcuts = defineShortcuts('profiles', 'Profiles', ['profiles'], {
  openAlways: ['Open', 'Space', FIXED],
  copyId: ['Copy id', 'Mod+C', FIXED],
})

export const cookieShortcuts = defineShortcuts('cookies', 'Cookies', ['cookies'], {
  flip: ['Select or deselect row', 'Space', FIXED],
  revealRow: ['Reveal or hide the value', 'Enter', FIXED],
  reveal: ['Reveal or hide the value', 'V'],
  copyValue: ['Copy the value', 'Mod+C', FIXED],
  clear: ['Hide values or clear selection', 'Esc', FIXED],
  revealAll: ['Reveal or hide all values', 'Shift+V'],
  refresh: ['Refresh', 'R'],
  export: ['Export', 'E'],
  details: ['Details', 'D'],
  snapshots: ['Snapshots', 'S'],
})

export const comparisonShortcuts = defineShortcuts('comparison', 'Comparison', ['comparison'], {
  showSides: ['Show both sides', 'Enter', FIXED],
  close: ['Back to cookies', 'Esc', FIXED],
  swap: ['Swap sides', 'X'],
  details: ['Both sides', 'D'],
})
