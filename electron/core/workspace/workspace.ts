import type { Limit } from '../../contract/models/account-models.ts'
import type { SyncState } from '../../contract/models/session-models.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { createEvents } from '../base/event-bus.ts'
import type { Clock, Log } from '../base/ports.ts'
import { newest, throttle } from '../base/throttle.ts'
import type { Library } from '../library/library.ts'
import type { JournalEntry } from '../service/journal.ts'
import { createSync } from '../sync/sync.ts'
import { createHealthWatch, UNKNOWN_HEALTH } from './health-checks.ts'

/** A finished list is looked at again this often; it costs one request when nothing is new. */
const SYNC_EVERY_MS = 120_000

/** A fast service sends a hundred pages of its list a second; no page needs to hear of each. */
const NEWS_EVERY_MS = 250
/** Between two checks that requests gave rise to. */
const LEAST_BETWEEN_MS = 1_000
/** Changed rows named one by one; beyond, the list is asked for again anyway. */
const MOST_NAMED = 200

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

const union = (older: string[] | null, newer: string[] | null): string[] | null => {
  const all = older && newer && [...new Set([...older, ...newer])]
  return all && all.length <= MOST_NAMED ? all : null
}

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
    const health = createHealthWatch({
      service,
      clock,
      lastUpAt: library.health.lastUp(account.id, clock.now()),
      onChange: (value) => {
        const { state, latencyMs, version, checkedAt } = value
        if (state !== 'unknown' && checkedAt !== null)
          library.health.add(account.id, { at: checkedAt, state, latencyMs, version })
        events.emit('health.changed', value)
      },
    })
    const rate = { clock, everyMs: NEWS_EVERY_MS }
    const rows = throttle<string[] | null>({
      ...rate,
      merge: union,
      run: (sessionIds) => events.emit('sessions.changed', { accountId: account.id, sessionIds }),
    })
    const progress = throttle<SyncState>({
      ...rate,
      merge: newest,
      run: (state) => events.emit('sync.changed', state),
    })
    const gauge = throttle<Limit>({ ...rate, merge: newest, run: (limit) => events.emit('limit.changed', limit) })
    const sync = createSync({
      service,
      library,
      accountId: account.id,
      clock,
      log,
      onState: (state) => {
        progress.push(state)
        if (state.state === 'running') return
        rows.flush()
        progress.flush()
      },
      onListing: (lists) => accounts.setListsSessions(account.id, lists),
      onRows: rows.push,
    })
    const offLimit = service.onLimit(gauge.push)
    let cancelTimer = (): void => {}
    const refreshLater = (): void => {
      cancelTimer = clock.after(SYNC_EVERY_MS, () => {
        const signedIn = accounts.active()?.account.signedIn
        if (signedIn && sync.state().state !== 'not-supported' && !sync.exceeded()) void sync.start()
        refreshLater()
      })
    }
    refreshLater()
    void library.sessions.warm(account.id) // so that the first search finds its index ready
    void health.check('polling')
    void sync.start()
    gauge.push(service.limit())
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
        for (const throttled of [rows, progress, gauge]) throttled.dispose()
      },
    }
  }

  return {
    /**
     * Call with every request that ended. One that could not connect, or got an answer while the service counts as down,
     * checks the health at once.
     */
    onRequest: ({
      accountId,
      path,
      status,
      problem,
    }: Pick<JournalEntry, 'accountId' | 'path' | 'status' | 'problem'>) => {
      if (running?.id !== accountId || path === '/health') return
      const { state, checkedAt } = running.health.current()
      const news =
        state === 'up'
          ? problem === 'not-reachable' || problem === 'certificate' || problem === 'timeout'
          : state === 'down' && status !== null && status < 500
      if (news && clock.now() - (checkedAt ?? 0) >= LEAST_BETWEEN_MS) void running.health.check('polling')
    },
    /** Call whenever accounts changed: starts again when the active service is another one. */
    onAccounts: (): void => {
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
