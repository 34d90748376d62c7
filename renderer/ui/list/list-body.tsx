import type { ReactNode } from 'react'
import { ProblemView } from '../feedback/problem-view.tsx'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import { ROW_HEIGHTS, type RowSize } from '../grid/use-virtual-grid.ts'
import type { ListView } from './list-rows.ts'
import type { LiveList } from './use-list-view.ts'

type ListBodyProps<View> = {
  view: View | null
  /** The current query; `view.query` follows. */
  wanted: unknown
  list: LiveList
  rowSize?: RowSize
  /** Why there are no rows, and what to do about it. */
  empty: (view: View) => ReactNode
  rows: (view: View) => ReactNode
}

/** The rows of a list, or what replaces them. */
export const ListBody = <View extends ListView<unknown>>(props: ListBodyProps<View>) => {
  const { view, wanted, list, rowSize = 'standard', empty, rows } = props
  const { problem, refresh } = list
  if (view === null || (problem && view.query !== wanted))
    return problem ? (
      <ProblemView problem={problem} action={{ label: 'Retry', onClick: () => void refresh('top') }} />
    ) : (
      <SkeletonRows rows={16} height={ROW_HEIGHTS[rowSize]} />
    )
  return view.total === 0 ? empty(view) : rows(view)
}
