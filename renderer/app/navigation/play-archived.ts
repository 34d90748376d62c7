import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { ask, invoke } from '../../bridge.ts'
import { notifyProblem } from '../../ui/feedback/notify-problem.ts'
import { useNavigation } from './navigation-store.ts'
import { PLAIN_QUERY } from './view-state.ts'

/**
 * Opens the player on an archived recording, and plays it when asked. The player knows sessions of the account in use, so another account of
 * the list becomes active first; a recording whose account is not here any more opens in the system's player.
 */
export const playArchived = async (item: ArchiveItem, active: { id: string }, play: boolean): Promise<void> => {
  const view = { name: 'player', sessionId: item.sessionId, startAtMs: null, play, query: PLAIN_QUERY } as const
  if (item.accountId === active.id) return useNavigation.getState().go(view)
  const accounts = await ask('accounts.list', undefined).catch(() => [])
  if (!accounts.some(({ id }) => id === item.accountId)) {
    const opened = await invoke('archive.openFile', { id: item.id })
    if (!opened.ok) notifyProblem(opened.problem)
    return
  }
  const switched = await invoke('accounts.activate', { accountId: item.accountId })
  if (!switched.ok) return notifyProblem(switched.problem)
  useNavigation.getState().goIn(item.accountId, view, { name: 'archive' })
}
