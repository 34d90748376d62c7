import type { SampleSession } from '../sample-session.ts'
import type { createGenerated } from './generated-sessions.ts'

/**
 * Hand-made and added sessions in memory, newest first; generated ones behind them, made when asked for.
 * Generated sessions are never active.
 */
export const createSessionStore = (own: SampleSession[], generated: ReturnType<typeof createGenerated>) => {
  const byId = new Map(own.map((one) => [one.id, one]))
  const sorted = (): SampleSession[] => [...byId.values()].sort((a, b) => b.createdAt - a.createdAt)
  let order = sorted()

  return {
    add: (sessions: SampleSession[]): void => {
      for (const one of sessions) byId.set(one.id, one)
      order = sorted()
    },
    get: (id: string): SampleSession | null => byId.get(id) ?? generated.get(id),
    page: (offset: number, limit: number, onlyActive: boolean): { items: SampleSession[]; total: number } => {
      const mine = onlyActive ? order.filter((one) => one.closedAt === null) : order
      const items = mine.slice(offset, offset + limit)
      const total = mine.length + (onlyActive ? 0 : generated.count)
      for (let at = offset + items.length; items.length < limit && at < total; at += 1) {
        items.push(generated.at(at - mine.length))
      }
      return { items, total }
    },
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>
