import type { Limit } from '../../contract/account-models.ts'
import type { SyncState } from '../../contract/session-models.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { createEvents } from '../events.ts'
import type { Library } from '../library/open.ts'
import type { Clock, Log } from '../ports.ts'
import { createSync } from '../sync/sync.ts'
import { createHealthWatch, UNKNOWN_HEALTH } from './health.ts'

/** A finished list is looked at again this often; it costs one request when nothing is new. */
const SYNC_EVERY_MS = 120_000

const UNKNOWN_LIMIT: Limit = { limit: null, remaining: null, resetsAt: null, waiting: 0, pausedUntil: null }

const idleSync = (accountId: string): SyncState => ({
  accountId,
  state: 'idle',
  pages: 0,
  seen: 0,
  added: 0,
  problem: null,
  finishedAt: null,
})

type WorkspaceConfig = {
  accounts: ReturnType<typeof createAccounts>
  library: Library
  events: ReturnType<typeof createEvents>
  clock: Clock
  log: Log
}

/** What runs for the active account and ends when another becomes active: health, list, limit gauge. */
export const createWorkspace = ({ accounts, library, events, clock, log }: WorkspaceConfig) => {
  type Running = {
    id: string
    service: unknown
    health: ReturnType<typeof createHealthWatch>
    sync: ReturnType<typeof createSync>
    end: () => void
  }
  let running: Running | null = null

  const begin = (): Running | null => {
    const active = accounts.active()
    if (!active) return null
    const { account, service } = active
    const health = createHealthWatch({ service, clock, onChange: (value) => events.emit('health.changed', value) })
    const sync = createSync({
      service,
      library,
      accountId: account.id,
      clock,
      log,
      onState: (state) => events.emit('sync.changed', state),
      onListing: (lists) => accounts.setListsSessions(account.id, lists),
      onRows: (sessionIds) => events.emit('sessions.changed', { accountId: account.id, sessionIds }),
    })
    const offLimit = service.onLimit((limit) => events.emit('limit.changed', limit))
    let cancelTimer = (): void => {}
    const refreshLater = (): void => {
      cancelTimer = clock.after(SYNC_EVERY_MS, () => {
        if (sync.state().state !== 'not-supported') void sync.start()
        refreshLater()
      })
    }
    refreshLater()
    void library.sessions.warm(account.id) // so that the first search finds its index ready
    void health.check('polling')
    void sync.start()
    events.emit('limit.changed', service.limit())
    return {
      id: account.id,
      service,
      health,
      sync,
      end: () => {
        cancelTimer()
        offLimit()
        sync.dispose()
        health.dispose()
      },
    }
  }

  return {
    /** Call whenever accounts changed: begins anew when the active service is another one. */
    follow: (): void => {
      const active = accounts.active()
      if ((running?.service ?? null) === (active?.service ?? null)) return
      running?.end()
      running = begin()
    },
    health: () => running?.health.current() ?? UNKNOWN_HEALTH,
    checkHealth: () => running?.health.check('person') ?? Promise.resolve(UNKNOWN_HEALTH),
    limit: () => accounts.active()?.service.limit() ?? UNKNOWN_LIMIT,
    sync: () => running?.sync ?? null,
    syncState: (): SyncState => running?.sync.state() ?? idleSync(accounts.active()?.account.id ?? ''),
    dispose: (): void => {
      running?.end()
      running = null
    },
  }
}
