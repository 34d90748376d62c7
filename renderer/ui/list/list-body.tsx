import type { ReactNode } from 'react'
import { ProblemView } from '../feedback/problem-view.tsx'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import type { ListView } from './list-rows.ts'
import type { LiveList } from './use-list-view.ts'

type ListBodyProps<View> = {
  view: View | null
  /** What is asked for now; `view.query` follows. */
  wanted: unknown
  list: LiveList
  /** Why there are no rows, and what to do about it. */
  empty: (view: View) => ReactNode
  rows: (view: View) => ReactNode
}

/** The rows of a list, or what stands in their place. */
export const ListBody = <View extends ListView<unknown>>({ view, wanted, list, empty, rows }: ListBodyProps<View>) => {
  const { problem, refresh } = list
  if (view === null || (problem && view.query !== wanted))
    return problem ? (
      <ProblemView problem={problem} action={{ label: 'Retry', onClick: () => void refresh('top') }} />
    ) : (
      <SkeletonRows rows={16} />
    )
  return view.total === 0 ? empty(view) : rows(view)
}
