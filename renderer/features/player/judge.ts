import type { QueryClient } from '@tanstack/react-query'
import type { Verdict } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { invoke } from '../../bridge.ts'
import { toggledVerdict, verdictSaved } from '../../ui/text/verdict-text.ts'
import { type PlayerStore, showToast } from './player-store.ts'

/** Gives or removes the verdict of the session that is open; it is shown once it is stored. */
export const createJudge = (client: QueryClient, store: PlayerStore, sessionId: string) => {
  const save = async (row: SessionRow, verdict: Verdict | null, quiet = false): Promise<void> => {
    const { accountId } = row
    const result = await invoke('sessions.review', { accountId, sessionId, patch: { verdict } })
    if (!result.ok) {
      const { message, next } = result.problem
      return showToast(store, `Couldn't save the verdict. ${message}`, { bad: true, ...(next ? { next } : {}) })
    }
    // Another account may be active by now: its answer for this id is not replaced.
    client.setQueryData<SessionRow>(['sessions.get', { sessionId }], (old) =>
      old?.accountId === accountId ? result.value : old,
    )
    const undo = () => void save(result.value, row.verdict, true)
    showToast(store, verdictSaved(verdict), quiet ? {} : { undo })
  }
  return async (pressed: Verdict): Promise<void> => {
    // A key may come before the row that is shown: it is not lost.
    const row = await invoke('sessions.get', { sessionId })
    if (!row.ok) return showToast(store, row.problem.message, { bad: true })
    await save(row.value, toggledVerdict(row.value.verdict, pressed))
  }
}
