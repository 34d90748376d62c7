import type { ReviewPatch } from '../../../electron/contract/models/session-models.ts'

/** Keys and values of `now` that `sent` does not hold: what was typed while the saving ran. Null: nothing. */
export const restOf = (now: ReviewPatch, sent: ReviewPatch): ReviewPatch | null => {
  const rest = Object.entries(now).filter(([key, value]) => value !== sent[key as keyof ReviewPatch])
  return rest.length === 0 ? null : (Object.fromEntries(rest) as ReviewPatch)
}
