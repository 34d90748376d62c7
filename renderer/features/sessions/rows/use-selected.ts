import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { invoke } from '../../../bridge.ts'
import type { GridHandle } from '../../../ui/list/list-grid.tsx'
import { listOf, selectRow, useList } from '../session-store.ts'

/** Arrow keys that pass a row send no request; staying on it does. */
const STAY_MS = 600

/**
 * Loads the recording of the row that stays selected, once, so that its state, length and link expiry are known, also
 * while the rows on screen are not checked. The answer arrives as `sessions.changed`.
 */
export const useLoadSelected = (sessionId: string | null): void => {
  useEffect(() => {
    if (sessionId === null) return
    const timer = setTimeout(() => void invoke('sessions.checkRecording', { sessionId }), STAY_MS)
    return () => clearTimeout(timer)
  }, [sessionId])
}

/** Selects the session that the person comes back from, before the list is loaded: it then stays in it. */
export const useWatched = (accountId: string, watchedId: string | null): void => {
  useLayoutEffect(() => {
    if (watchedId === null) return
    const { selectedId, selection } = listOf(accountId)
    selectRow(accountId, watchedId, selectedId === watchedId ? selection.at : -1)
  }, [accountId, watchedId])
}

/** Scrolls to it once, when its index in the list is known. */
export const useRevealWatched = <Row>(
  accountId: string,
  watchedId: string | null,
  grid: RefObject<GridHandle<Row> | null>,
): void => {
  const at = useList(accountId, (s) => (s.selectedId === watchedId ? s.selection.at : -1))
  const revealed = useRef(false)
  useEffect(() => {
    if (revealed.current || at < 0 || !grid.current) return
    revealed.current = true
    grid.current.reveal(at)
  }, [at, grid])
}
