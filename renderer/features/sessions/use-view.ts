import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke, onEvent, problemOf } from '../../bridge.ts'
import { listOf, patchList, useList } from './list-store.ts'
import { loadView, type Seen } from './load-view.ts'
import { indexOfLoaded, patchRow, rowReader } from './rows-cache.ts'

/** Rows on screen, both ends included; null while there is no list. */
export type Screen = { first: number; last: number } | null

/** What the grid does with its scroll position when the next view appears. */
export type Move = { kind: 'top' } | { kind: 'shift'; rows: number } | null

const AGAIN_MS = 400 // a sync tells of every page; the list follows at most this often
const FEW = 20 // up to so many changed rows are asked for one by one and change in place

/** The loaded rows on screen, for finding them again. Empty at the top: there new rows may simply appear. */
const readRows = (client: QueryClient, accountId: string, screen: Screen): Seen[] => {
  const { view } = listOf(accountId)
  if (!view || !screen || screen.first === 0) return []
  const rowAt = rowReader(client, accountId, view)
  const seen: Seen[] = []
  for (let index = screen.first; index <= screen.last; index++) {
    const row = rowAt(index)
    if (row) seen.push({ index, sessionId: row.sessionId })
  }
  return seen
}

/**
 * Keeps the view of an account in step with the toolbar and with what core learns. A new view appears only
 * when its rows are here, and rows that one reads keep their place: `move` says how far the list shifted.
 */
export const useView = (accountId: string, screen: RefObject<Screen>) => {
  const client = useQueryClient()
  const query = useList(accountId, (s) => s.query)
  const [problem, setProblem] = useState<Problem | null>(null)
  const move = useRef<Move>(null)
  const runs = useRef(0)

  const refresh = useCallback(
    async (how: 'keep' | 'top') => {
      runs.current += 1
      const run = runs.current
      const before = listOf(accountId)
      const same = before.view?.query === before.query
      const seen = same && how === 'keep' ? readRows(client, accountId, screen.current) : []
      try {
        const loaded = await loadView(client, accountId, before.query, before.view, seen)
        if (run !== runs.current) return
        setProblem(null)
        if (!loaded) return patchList(accountId, { held: true })
        const { view, shift } = loaded
        if (seen.length > 0) move.current = { kind: 'shift', rows: shift }
        else if (!same || how === 'top') move.current = { kind: 'top' }
        const { selectedId, selectedIndex, newAbove } = listOf(accountId)
        const at = selectedId === null ? -1 : indexOfLoaded(client, accountId, view, selectedId)
        patchList(accountId, {
          view,
          held: false,
          newAbove: seen.length > 0 ? newAbove + Math.max(0, shift) : 0,
          selectedIndex: at >= 0 || selectedId === null ? at : selectedIndex + shift,
        })
      } catch (error) {
        if (run === runs.current) setProblem(problemOf(error))
      }
    },
    [accountId, client, screen],
  )

  useEffect(() => {
    void refresh(listOf(accountId).view?.query === query ? 'keep' : 'top')
  }, [accountId, query, refresh])

  useFollow(accountId, client, refresh)
  return { problem, refresh, move }
}

/** Follows `sessions.changed`: a few rows change in place, many are asked for again. */
const useFollow = (accountId: string, client: QueryClient, refresh: (how: 'keep') => Promise<void>) => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let busy = false
    const later = () => {
      timer ??= setTimeout(async () => {
        timer = undefined
        if (busy) return later()
        busy = true
        await refresh('keep')
        busy = false
      }, AGAIN_MS)
    }
    const stop = onEvent('sessions.changed', async ({ accountId: changed, sessionIds }) => {
      if (changed !== accountId) return
      if (!sessionIds || sessionIds.length > FEW) return later()
      const answers = await Promise.all(sessionIds.map((sessionId) => invoke('sessions.get', { sessionId })))
      const placed = answers.map((row) => row.ok && row.value.accountId === accountId && patchRow(client, row.value))
      if (placed.includes(false)) later()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [accountId, client, refresh])
}
