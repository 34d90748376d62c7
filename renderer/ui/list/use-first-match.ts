import { useEffect, useState } from 'react'
import type { ListView } from './list-rows.ts'

/**
 * Answers what selects the first row of the filter that was just typed: now, or as soon as its rows are here. Until
 * then the rows on screen are those of the filter before.
 */
export const useFirstMatch = <Query>(
  view: Pick<ListView<Query>, 'query' | 'total'> | null,
  query: Query,
  select: (index: number) => void,
): (() => void) => {
  const [wanted, setWanted] = useState(false)
  const here = wanted && view !== null && view.query === query ? view : null
  useEffect(() => {
    if (here === null) return
    setWanted(false)
    select(here.total > 0 ? 0 : -1)
  })
  return () => setWanted(true)
}
