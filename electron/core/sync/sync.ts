import type { SyncState } from '../../contract/models/session-models.ts'
import { fail, type Problem, type Result } from '../../contract/result.ts'
import type { Clock, Log } from '../base/ports.ts'
import type { ListedSession, SessionsTable } from '../library/sessions/sessions-table.ts'
import type { SyncProgress } from '../library/tables/sync-table.ts'
import { createPageWalk, REPORT_LIST, walkRemark } from '../service/answers/page-walk.ts'
import type { Page } from '../service/endpoints.ts'
import type { CallOptions } from '../service/http/client.ts'

/** A list that was read whole is read whole again after this time: an old run may have changed. */
const FULL_EVERY_MS = 24 * 3_600_000
/** Known, unchanged pages in a row that end a short pass; the service promises no order, so one is not enough. */
const KNOWN_PAGES = 2
/** Pages of one pass; at 100 rows a page beyond anything a deployment holds, and an end for a list without one. */
const MAX_PAGES = 20_000

type ListPage = Pick<Page<ListedSession>, 'items' | 'skipped' | 'hasNext' | 'total'>
type SyncConfig = {
  service: { sessions: (page: number, options?: CallOptions) => Promise<Result<ListPage>> }
  library: {
    sessions: Pick<SessionsTable, 'upsertListed'>
    sync: { get: (accountId: string) => SyncProgress; set: (accountId: string, progress: SyncProgress) => void }
    accounts: { setListsSessions: (accountId: string, lists: boolean) => unknown }
  }
  accountId: string
  clock: Clock
  log: Log
  onState: (state: SyncState) => void
  /** Rows that were added or changed; null: many. */
  onRows: (sessionIds: string[] | null) => void
  /** Called instead of writing to the library, for callers that also keep accounts in memory. */
  onListing?: (lists: boolean) => void
}

/**
 * Reads the service's list of one account, page by page, and stores each page at once, so that the list is shown
 * while it runs. An interrupted full pass resumes at its page in the next run; a list that was read whole is
 * only read until known, unchanged sessions are met. Never throws; 404/405 ends in `not-supported`.
 */
export const createSync = ({ service, library, accountId, clock, log, onState, onRows, onListing }: SyncConfig) => {
  const idle: SyncState = { accountId, state: 'idle', pages: 0, seen: 0, added: 0, problem: null, finishedAt: null }
  let state: SyncState = { ...idle, finishedAt: library.sync.get(accountId).finishedAt }
  let running: { done: Promise<SyncState>; abort: AbortController } | null = null
  let disposed = false
  let exceeded = false

  const publish = (patch: Partial<SyncState>): SyncState => {
    state = { ...state, ...patch }
    if (!disposed) onState(state)
    return state
  }
  const failed = (problem: Problem): SyncState => {
    if (problem.code === 'cancelled') return publish({ state: 'cancelled' })
    if (problem.code === 'not-supported') {
      if (onListing) onListing(false)
      else library.accounts.setListsSessions(accountId, false)
      return publish({ state: 'not-supported', problem: null })
    }
    log.warn(`sync: stopped after ${state.pages} pages (${problem.code})`)
    return publish({ state: 'failed', problem })
  }

  const pass = async (signal: AbortSignal): Promise<SyncState> => {
    const before = library.sync.get(accountId)
    const full =
      before.nextPage !== null || before.fullAt === null || Math.abs(clock.now() - before.fullAt) > FULL_EVERY_MS
    /** A full pass that was interrupted: the newest pages first, then on from where it stopped. */
    const resumeAt = before.nextPage ?? 1
    let page = 1
    let knownPages = 0
    const walk = createPageWalk(({ sessionId }: ListedSession) => sessionId)
    /** False once pages of an earlier run were passed over: what `total` counts was then read by both. */
    let whole = true
    if (full && before.nextPage === null) library.sync.set(accountId, { ...before, nextPage: 1 })
    for (let read = 0; read < MAX_PAGES; read += 1) {
      // The first page is what the person looks at; the rest must not take the limit from them.
      const answer = await service.sessions(page, { priority: page === 1 ? 'person' : 'bulk', signal })
      if (disposed) return state
      if (!answer.ok) return failed(answer.problem)
      if (signal.aborted) return publish({ state: 'cancelled' })
      const { items } = answer.value
      const { end } = walk.next(answer.value)
      const stored = library.sessions.upsertListed(accountId, items)
      if (!stored.ok) return failed(stored.problem)
      const { added, changed } = stored.value
      if (page === 1 && onListing) onListing(true)
      else if (page === 1) library.accounts.setListsSessions(accountId, true)
      publish({ pages: state.pages + 1, seen: state.seen + items.length, added: state.added + added.length })
      if (added.length + changed.length > 0) onRows([...added, ...changed])
      knownPages = items.length > 0 && added.length + changed.length === 0 ? knownPages + 1 : 0

      const met = knownPages >= KNOWN_PAGES
      if (end || (!full && met)) {
        const finishedAt = clock.now()
        // A short pass says nothing of the rest of the list, so that what was said of it stays true.
        const ended = end ?? { repeats: false, missing: 0, skipped: 0, limit: before.limit }
        const remark = walkRemark(whole ? ended : { ...ended, missing: 0 }, walk.count(), 'sessions')
        const problem = remark ? fail('bad-answer', remark, { next: REPORT_LIST }).problem : null
        const { limit } = ended
        if (end) exceeded = limit !== null
        // Where rows are missing the next pass reads the whole list again.
        const fullAt = full && !(whole && ended.missing > 0 && !limit) ? finishedAt : before.fullAt
        library.sync.set(accountId, { nextPage: null, finishedAt, fullAt, limit })
        return publish({ state: 'done', finishedAt, problem })
      }
      // New sessions push the list down, so what was page n is at most at n now: one page of overlap is enough.
      const jumps = full && met && page < resumeAt - 1
      if (jumps) whole = false
      page = jumps ? resumeAt - 1 : page + 1
      if (full) library.sync.set(accountId, { ...before, nextPage: Math.max(page, resumeAt) })
    }
    return failed({
      code: 'bad-answer',
      message: 'The list of sessions never ends.',
      next: 'Report this to the operator of the service.',
    })
  }

  const start = (): Promise<SyncState> => {
    if (disposed) return Promise.resolve(state)
    if (running) return running.abort.signal.aborted ? running.done.then(start) : running.done
    const abort = new AbortController()
    publish({ state: 'running', pages: 0, seen: 0, added: 0, problem: null })
    const done = pass(abort.signal)
      .catch((error: unknown) => {
        // A bug, but a pass is not awaited: it must end as failed, not stay running.
        log.error(`sync: ${error instanceof Error ? (error.stack ?? error.message) : 'fault'}`)
        return failed({
          code: 'internal',
          message: 'Refreshing the list stopped because of an internal error.',
          next: 'Retry.',
        })
      })
      .finally(() => {
        running = null
      })
    running = { done, abort }
    return done
  }

  return {
    state: (): SyncState => state,
    /** The list is longer than every bound: only a person starts it again. */
    exceeded: (): boolean => exceeded,
    /** Starts a pass; while one runs, answers that one. After `cancel` the next begins when the old one has stopped. */
    start,
    /** Ends a running pass; what was read stays, and the next start resumes from there. */
    cancel: (): void => running?.abort.abort(),
    dispose: (): void => {
      disposed = true
      running?.abort.abort()
    },
  }
}
