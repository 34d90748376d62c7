/** A value in three parts: what both begin with, what is its own, what both end with. */
export type ValueParts = { head: string; own: string; tail: string }

/** Parts two values by their common ends; never inside a character. */
export const diffValues = (before: string, after: string): { before: ValueParts; after: ValueParts } => {
  const old = Array.from(before)
  const now = Array.from(after)
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const part = (all: string[]): ValueParts => ({
    head: all.slice(0, head).join(''),
    own: all.slice(head, all.length - tail).join(''),
    tail: all.slice(all.length - tail).join(''),
  })
  return { before: part(old), after: part(now) }
}
