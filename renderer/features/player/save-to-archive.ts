import { invoke } from '../../bridge.ts'
import { type PlayerStore, say } from './player-store.ts'

/** Queues the recording; what came of it is said over the picture. What is there already is not fetched twice (D14). */
export const saveToArchive = async (sessionId: string, store: PlayerStore): Promise<void> => {
  const result = await invoke('archive.add', { sessionIds: [sessionId] })
  if (!result.ok) {
    const { message, next } = result.problem
    return say(store, message, { bad: true, ...(next ? { next } : {}) })
  }
  say(store, result.value.added > 0 ? 'Queued for the archive' : 'It is in the archive already')
}
