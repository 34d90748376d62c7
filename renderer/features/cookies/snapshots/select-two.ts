import type { CookieSide } from '../../../../electron/contract/models/cookie-models.ts'

/** One thing that can be compared: the present read or a snapshot. */
export type Candidate = { id: string; at: number; side: CookieSide }

/** Takes one in or out; with two taken already, the one taken first gives way. */
export const togglePick = (picked: readonly string[], id: string): readonly string[] =>
  picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id].slice(-2)

/** The two that are picked, the earlier one first; null unless both are there. */
export const pairOf = (
  picked: readonly string[],
  candidates: readonly Candidate[],
): { before: CookieSide; after: CookieSide } | null => {
  const [first, second] = candidates.filter(({ id }) => picked.includes(id)).sort((a, b) => a.at - b.at)
  return first && second ? { before: first.side, after: second.side } : null
}
