/**
 * A word of the service (`timed_out`) as people read it ("Timed out"); "Unknown" without one (docs/deployments.md,
 * Listing).
 */
export const humanize = (word: string): string => {
  const plain = word.replaceAll(/[_-]+/g, ' ').trim()
  return plain ? plain.charAt(0).toUpperCase() + plain.slice(1) : 'Unknown'
}
