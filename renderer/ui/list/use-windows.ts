import { useThrottledValue } from '@mantine/hooks'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type ListSource, type ListView, rowReader, windowOptions } from './list-rows.ts'
import { windowsFor } from './windows.ts'

const THROTTLE_MS = 80 // dragging the scroll bar passes hundreds of windows: only those one stops at are loaded

/** Loads the windows that hold the rows `first` to `last` and reads rows from all that are loaded. */
export const useWindows = <Row, Query, Page extends { rows: readonly Row[]; total: number }>(
  source: ListSource<Row, Query, Page>,
  view: ListView<Query>,
  first: number,
  last: number,
) => {
  const client = useQueryClient()
  const wanted = useThrottledValue(windowsFor(first, last, view.total).join(), THROTTLE_MS)
  const windows = wanted === '' ? [] : wanted.split(',').map(Number)
  const pages = useQueries({
    queries: windows.map((window) => ({
      ...windowOptions(source, view.query, view.generation, window),
      notifyOnChangeProps: ['data' as const, 'error' as const],
    })),
  })
  const error = pages.find((page) => page.error)?.error ?? null
  const retry = () => {
    for (const page of pages) if (page.error) void page.refetch()
  }
  return { rowAt: rowReader(client, source, view), error, retry }
}
