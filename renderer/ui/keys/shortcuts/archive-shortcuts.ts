import { defineShortcuts } from './shortcut.ts'

export const archiveShortcuts = defineShortcuts('archive', 'Archive', ['archive'], {
  pause: ['Pause or resume', 'P'],
  retry: ['Retry', 'R'],
  verify: ['Verify files', 'C'],
  remove: ['Remove', 'Delete'],
  details: ['Details', 'D'],
})
