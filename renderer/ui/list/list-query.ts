type Direction = 'asc' | 'desc'

/**
 * The query in another order; a second choice of the same order turns it round. `first`: the direction that people
 * expect first, for each order.
 */
export const orderedBy = <Sort extends string, Query extends { sort: Sort; direction: Direction }>(
  query: Query,
  sort: Sort,
  first: Record<Sort, Direction>,
): Query =>
  query.sort === sort
    ? { ...query, direction: query.direction === 'asc' ? 'desc' : 'asc' }
    : { ...query, sort, direction: first[sort] }

/** What is selected, with one taken in or out. */
export const toggled = <T>(selected: readonly T[], one: T): T[] =>
  selected.includes(one) ? selected.filter((other) => other !== one) : [...selected, one]
