/** The smallest of any number of values; null for none. `Math.min(...values)` overflows the stack with a long list. */
export const smallestOf = (values: Iterable<number>): number | null => {
  let smallest: number | null = null
  for (const value of values) if (smallest === null || value < smallest) smallest = value
  return smallest
}

/** The largest of any number of values; null for none. */
export const largestOf = (values: Iterable<number>): number | null => {
  let largest: number | null = null
  for (const value of values) if (largest === null || value > largest) largest = value
  return largest
}
