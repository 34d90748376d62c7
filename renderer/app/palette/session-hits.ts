import { useEffect, useState } from 'react'
import { titleOf } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { fold } from '../../../electron/contract/text/fold.ts'
import { invoke } from '../../bridge.ts'
import { PLAIN_QUERY } from '../navigation/view-state.ts'

const PAUSE_MS = 90
const NONE: SessionRow[] = []

/**
 * Whether a hit of fewer letters is one of these too. While the search is on its way Enter must not take a session that
 * only fitted what was typed before, and what still fits need not flicker.
 */
export const stillFits = (
  row: Pick<SessionRow, 'title' | 'serviceTitle' | 'startAddress' | 'sessionId'>,
  text: string,
): boolean => {
  const shown = fold(`${titleOf(row) ?? ''} ${row.sessionId}`)
  return fold(text)
    .split(/\s+/)
    .every((word) => shown.includes(word))
}

/** Sessions by id, title or note as one types; without a text those opened last. */
export const useSessionHits = (text: string, open: boolean): SessionRow[] => {
  const [hits, setHits] = useState({ wanted: '', rows: NONE })
  useEffect(() => {
    if (!open) return setHits({ wanted: '', rows: NONE })
    let current = true
    const wanted = text.trim().slice(0, 500)
    const sort = wanted ? 'started' : 'opened'
    const timer = setTimeout(
      async () => {
        const found = await invoke('sessions.query', { ...PLAIN_QUERY, text: wanted, sort, offset: 0, limit: 8 })
        if (!current) return
        const rows = found.ok ? found.value.rows : []
        setHits({ wanted, rows: wanted ? rows : rows.filter((row) => row.lastOpenedAt !== null).slice(0, 5) })
      },
      wanted ? PAUSE_MS : 0,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [text, open])
  return hits.wanted === text.trim().slice(0, 500) ? hits.rows : hits.rows.filter((row) => stillFits(row, text))
}
