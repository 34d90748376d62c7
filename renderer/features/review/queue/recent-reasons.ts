import type { Judgement } from '../../../../electron/contract/models/review-models.ts'
import { reviewShortcuts } from '../../../ui/keys/shortcuts/review-shortcuts.ts'

export type RecentReason = Judgement & { reason: string }

/** Chips in a row, one for each of their keys. */
const MOST_CHIPS = reviewShortcuts.recent.keys.length

const same = (a: RecentReason, b: RecentReason): boolean =>
  a.verdict === b.verdict && a.reason.toLowerCase() === b.reason.toLowerCase()

/** New reasons come last: the key of a reason stays the same while a person reviews. */
export const withNewReasons = (shown: readonly RecentReason[], fresh: readonly RecentReason[]): RecentReason[] => [
  ...shown,
  ...fresh.filter((one) => !shown.some((other) => same(one, other))),
]

/** Those that fit the verdict; all of them before there is one. */
export const chipsFor = (reasons: readonly RecentReason[], verdict: Judgement['verdict'] | null): RecentReason[] =>
  reasons.filter((one) => verdict === null || one.verdict === verdict).slice(0, MOST_CHIPS)
