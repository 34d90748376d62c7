import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Problem } from '../../../electron/contract/result.ts'
import type { Screen } from '../grid/use-virtual-grid.ts'
import { type ListSource, type ListView, loadView, rowReader } from './list-rows.ts'
import type { Seen } from './windows.ts'

/** What the grid does with its scroll position when the next view appears. */
export type Move = { kind: 'top' } | { kind: 'shift'; rows: number } | null
export type Refresh = (how: 'keep' | 'top') => Promise<void>

type ListViewNeeds<Row, Query, Page extends { rows: readonly Row[]; total: number }> = {
  /** Must stay the same object between renders. */
  source: ListSource<Row, Query, Page>
  query: Query
  /** The problem behind what a query threw. */
  problemOf: (thrown: unknown) => Problem
  /** What the store holds at this moment. */
  current: () => { query: Query; view: ListView<Query> | null }
  /** Takes a new view; `shift` says by how many rows the visible rows have moved, `kept` whether it was kept in place. */
  land: (view: ListView<Query>, first: Page, how: { shift: number; kept: boolean }) => void
  /** The list changed so much that the visible rows could not be found again. */
  onLost: () => void
}

/** A list on screen: what went wrong with it, and what its grid needs to keep the place. */
export type LiveList = {
  /** The list could not be loaded. */
  problem: Problem | null
  /** Rows on screen could not be loaded. */
  windowProblem: Problem | null
  refresh: Refresh
  /** Asks again for what failed. */
  retry: () => void
  screen: RefObject<Screen>
  move: RefObject<Move>
  /** The grid tells what its windows threw, null for nothing, and how to load them again. */
  onWindows: (thrown: unknown, retry: () => void) => void
}

/**
 * Keeps the view of a list in step with the query. A new view appears only when its rows are here, and rows
 * that one reads keep their place: `move` says how far the list shifted.
 */
export const useListView = <Row, Query, Page extends { rows: readonly Row[]; total: number }>(
  needs: ListViewNeeds<Row, Query, Page>,
): LiveList => {
  const { source, query, problemOf } = needs
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const [windowError, setWindowError] = useState<unknown>(null)
  const retryWindows = useRef<() => void>(() => {})
  const screen = useRef<Screen>(null)
  const move = useRef<Move>(null)
  const runs = useRef(0)
  const latest = useRef(needs)
  latest.current = needs

  const refresh = useCallback<Refresh>(
    async (how) => {
      runs.current += 1
      const run = runs.current
      const before = latest.current.current()
      const same = before.view !== null && before.view.query === before.query
      // Empty at the top: there new rows may simply appear.
      const kept = same && how === 'keep' && screen.current !== null && screen.current.first > 0
      const seen: Seen[] = []
      if (kept && before.view && screen.current) {
        const rowAt = rowReader(client, source, before.view)
        for (let index = screen.current.first; index <= screen.current.last; index++) {
          const row = rowAt(index)
          if (row) seen.push({ index, id: source.idOf(row) })
        }
      }
      try {
        const loaded = await loadView(client, source, before.query, before.view?.total ?? 0, seen)
        if (run !== runs.current) return
        setError(null)
        if (!loaded) return latest.current.onLost()
        if (seen.length > 0) move.current = { kind: 'shift', rows: loaded.shift }
        else if (!same || how === 'top') move.current = { kind: 'top' }
        latest.current.land(loaded.view, loaded.first, { shift: loaded.shift, kept: seen.length > 0 })
      } catch (thrown) {
        if (run === runs.current) setError(thrown)
      }
    },
    [client, source],
  )

  useEffect(() => {
    void refresh(latest.current.current().view?.query === query ? 'keep' : 'top')
  }, [query, refresh])

  const onWindows = useCallback((thrown: unknown, retry: () => void) => {
    retryWindows.current = retry
    setWindowError(thrown)
  }, [])
  return {
    problem: error ? problemOf(error) : null,
    windowProblem: windowError ? problemOf(windowError) : null,
    refresh,
    retry: () => (error ? void refresh('keep') : retryWindows.current()),
    screen,
    move,
    onWindows,
  }
}

/** Asks again some time after the first call, however many calls come; one at a time. Answers call and end. */
export const followLater = (refresh: Refresh, ms: number): { later: () => void; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false
  const later = () => {
    timer ??= setTimeout(async () => {
      timer = undefined
      if (busy) return later()
      busy = true
      await refresh('keep')
      busy = false
    }, ms)
  }
  return { later, stop: () => clearTimeout(timer) }
}
