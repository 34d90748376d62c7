import { archiveShortcuts } from './archive-shortcuts.ts'
import {
  activityShortcuts,
  cachePolicyShortcuts,
  changeShortcuts,
  functionShortcuts,
  jsonShortcuts,
  requestShortcuts,
} from './inspect-shortcuts.ts'
import { digitShortcuts, playerShortcuts } from './player-shortcuts.ts'
import { comparisonShortcuts, cookieShortcuts, profileListShortcuts, profileShortcuts } from './profile-shortcuts.ts'
import { reviewShortcuts, summaryShortcuts } from './review-shortcuts.ts'
import type { Scope, Shortcut } from './shortcut.ts'
import {
  filterShortcuts,
  generalShortcuts,
  itemShortcuts,
  listShortcuts,
  rowShortcuts,
  selectShortcuts,
  sessionListShortcuts,
  sessionShortcuts,
} from './start-shortcuts.ts'

/** Every shortcut of the program, in the order in which they are listed. Views load their own part alone. */
export const allShortcuts: readonly Shortcut[] = [
  generalShortcuts,
  listShortcuts,
  selectShortcuts,
  rowShortcuts,
  filterShortcuts,
  sessionShortcuts,
  sessionListShortcuts,
  digitShortcuts,
  playerShortcuts,
  reviewShortcuts,
  summaryShortcuts,
  archiveShortcuts,
  profileShortcuts,
  profileListShortcuts,
  cookieShortcuts,
  comparisonShortcuts,
  functionShortcuts,
  cachePolicyShortcuts,
  activityShortcuts,
  requestShortcuts,
  jsonShortcuts,
  changeShortcuts,
  itemShortcuts,
].flatMap((part): Shortcut[] => Object.values(part))

/** What can be on screen together, beside the frame: keys of these must differ. */
const views: readonly (readonly Scope[])[] = [
  ['sessions'],
  ['player', 'review'],
  ['summary'],
  ['archive'],
  ['profiles', 'cookies'],
  ['profiles', 'comparison'],
  ['functions', 'changes'],
  ['cache-policy', 'json', 'changes'],
  ['activity', 'requests'],
  ['activity', 'json'],
]

/** Whether one key could mean both. Keys of a focused entry come before all others and so conflict with none of them. */
export const overlap = (a: Shortcut, b: Shortcut): boolean =>
  a.scopes.some((one) =>
    b.scopes.some(
      (other) =>
        one === other ||
        (one !== 'item' && other === 'general') ||
        (one === 'general' && other !== 'item') ||
        views.some((view) => view.includes(one) && view.includes(other)),
    ),
  )
