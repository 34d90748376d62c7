import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type ListSource, type ListView, loadView, rowReader } from './list-rows.ts'
import type { Screen } from './use-virtual-grid.ts'
import type { Seen } from './windows.ts'

/** What the grid does with its scroll position when the next view appears. */
export type Move = { kind: 'top' } | { kind: 'shift'; rows: number } | null
export type Refresh = (how: 'keep' | 'top') => Promise<void>

type ListViewNeeds<Row, Query, Page extends { rows: readonly Row[]; total: number }> = {
  /** Must stay the same object between renders. */
  source: ListSource<Row, Query, Page>
  query: Query
  screen: RefObject<Screen>
  /** What the store holds at this moment. */
  current: () => { query: Query; view: ListView<Query> | null }
  /** Takes a new view; `shift` says by how many rows what one reads has moved, `kept` whether it was kept in place. */
  land: (view: ListView<Query>, first: Page, how: { shift: number; kept: boolean }) => void
  /** The list changed so much that what one reads could not be found again. */
  hold: () => void
}

/**
 * Keeps the view of a list in step with what is asked for. A new view appears only when its rows are here, and rows
 * that one reads keep their place: `move` says how far the list shifted.
 */
export const useListView = <Row, Query, Page extends { rows: readonly Row[]; total: number }>(
  needs: ListViewNeeds<Row, Query, Page>,
): { error: unknown; refresh: Refresh; move: RefObject<Move> } => {
  const { source, query, screen } = needs
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
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
        if (!loaded) return latest.current.hold()
        if (seen.length > 0) move.current = { kind: 'shift', rows: loaded.shift }
        else if (!same || how === 'top') move.current = { kind: 'top' }
        latest.current.land(loaded.view, loaded.first, { shift: loaded.shift, kept: seen.length > 0 })
      } catch (thrown) {
        if (run === runs.current) setError(thrown)
      }
    },
    [client, screen, source],
  )

  useEffect(() => {
    void refresh(latest.current.current().view?.query === query ? 'keep' : 'top')
  }, [query, refresh])

  return { error, refresh, move }
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
