import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../../../electron/contract/result.ts'
import { problemOf } from '../../bridge.ts'
import type { View } from './list-store.ts'
import { rowReader, windowOptions } from './rows-cache.ts'
import { windowsFor } from './windows.ts'

const PACE_MS = 80 // dragging the scroll bar passes hundreds of windows: only those one stops at are asked for

/** The newest value, at once when it was calm, else at most every `ms`. */
const usePaced = (value: string, ms: number): string => {
  const [paced, setPaced] = useState(value)
  const last = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, last.current + ms - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setPaced(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, ms])
  return paced
}

/** Loads the windows that hold the rows `first` to `last` and reads rows from all that are loaded. */
export const useWindows = (accountId: string, view: View, first: number, last: number) => {
  const client = useQueryClient()
  const wanted = usePaced(windowsFor(first, last, view.total).join(), PACE_MS)
  const windows = wanted === '' ? [] : wanted.split(',').map(Number)
  const pages = useQueries({
    queries: windows.map((window) => ({
      ...windowOptions(accountId, view.query, view.generation, window),
      notifyOnChangeProps: ['data' as const, 'error' as const],
    })),
  })
  const failed = pages.find((page) => page.error)
  const problem: Problem | null = failed?.error ? problemOf(failed.error) : null
  const retry = () => {
    for (const page of pages) if (page.error) void page.refetch()
  }
  return { rowAt: rowReader(client, accountId, view), problem, retry }
}
