const MOST = 50
const LONGEST = 60

/**
 * The tags with those of `text` behind them: parted at commas, trimmed, at most 60 characters each and 50 in all
 * (`reviews.save` in `electron/contract/operations.ts`). One that is there already, whatever its case, is not added
 * again.
 */
export const withTags = (tags: readonly string[], text: string): string[] => {
  const all = [...tags]
  for (const part of text.split(',')) {
    const tag = part.trim().slice(0, LONGEST).trim()
    const known = all.some((other) => other.toLowerCase() === tag.toLowerCase())
    if (tag !== '' && !known && all.length < MOST) all.push(tag)
  }
  return all
}
