import type { Handlers } from '../../contract/operations.ts'
import { type Fail, fail, ok, type Result } from '../../contract/result.ts'
import type { SessionRow } from '../../contract/session-models.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { createEvents } from '../events.ts'
import type { Library } from '../library/open.ts'
import type { RecordingFacts } from '../library/sessions-table.ts'
import { formatLink } from '../links.ts'
import { recordingOf } from '../replay/session/causes.ts'
import type { ReplayRecord } from '../service/wire.ts'
import type { createWorkspace } from '../workspace/workspace.ts'

type Names =
  | 'sessions.query'
  | 'sessions.get'
  | 'sessions.neighbours'
  | 'sessions.learn'
  | 'sessions.sync'
  | 'sessions.cancelSync'
  | 'sessions.syncState'
  | 'sessions.addIds'
  | 'sessions.forget'
  | 'sessions.review'
  | 'marks.list'
  | 'marks.add'
  | 'marks.update'
  | 'marks.remove'
  | 'link.copyText'

type Parts = {
  accounts: ReturnType<typeof createAccounts>
  library: Library
  workspace: ReturnType<typeof createWorkspace>
  events: ReturnType<typeof createEvents>
}

/** What one answer says of a recording for good; null when it says nothing. */
const recordingFacts = (answer: Result<ReplayRecord>): RecordingFacts | null => {
  if (!answer.ok) {
    const recording = recordingOf(answer.problem)
    return recording ? { recording } : null
  }
  const { mp4Url, playlist, durationMs, expiresAt } = answer.value
  if (mp4Url === null && playlist === null) return { recording: 'none' }
  return { recording: 'ready', videoDurationMs: durationMs, linksExpireAt: expiresAt }
}

const noAccount = (): Fail =>
  fail('signed-out', 'No account is active.', { next: 'Connect a service or open the sample workspace.' })

export const sessionHandlers = ({ accounts, library, workspace, events }: Parts): Handlers<Names> => {
  /** Everything here belongs to the active account. */
  const withAccount = async <T>(run: (accountId: string) => Result<T> | Promise<Result<T>>): Promise<Result<T>> => {
    const active = accounts.active()
    return active ? run(active.account.id) : noAccount()
  }
  const changed = (accountId: string, sessionIds: string[] | null): void =>
    events.emit('sessions.changed', { accountId, sessionIds })
  const tell = <T>(accountId: string, sessionIds: string[] | null, result: Result<T>): Result<T> => {
    if (result.ok) changed(accountId, sessionIds)
    return result
  }
  /** Core keeps link expiry on the server's clock; the page compares with its own (T07). */
  const toPage = (row: SessionRow): SessionRow => {
    const clock = accounts.active()?.service.serverClock
    return row.linksExpireAt === null || !clock ? row : { ...row, linksExpireAt: clock.toLocal(row.linksExpireAt) }
  }
  const rowToPage = (result: Result<SessionRow>): Result<SessionRow> => (result.ok ? ok(toPage(result.value)) : result)
  const serverNow = (): number | undefined => accounts.active()?.service.serverClock.now()

  return {
    'sessions.query': (query) =>
      withAccount(async (id) => {
        const page = await library.sessions.query(id, query, serverNow())
        return page.ok ? ok({ ...page.value, rows: page.value.rows.map(toPage) }) : page
      }),
    'sessions.get': ({ sessionId }) => withAccount((id) => rowToPage(library.sessions.get(id, sessionId))),
    'sessions.neighbours': ({ sessionId, query }) =>
      withAccount((id) => library.sessions.neighbours(id, sessionId, query, serverNow())),
    'sessions.learn': ({ sessionId }) =>
      withAccount(async (id) => {
        const row = library.sessions.get(id, sessionId)
        const service = accounts.active()?.service
        if (!row.ok || !service || row.value.recording !== 'unknown') return rowToPage(row)
        const facts = recordingFacts(await service.replay(sessionId, { priority: 'polling' }))
        if (facts) tell(id, [sessionId], library.sessions.setRecordingFacts(id, sessionId, facts))
        return rowToPage(library.sessions.get(id, sessionId))
      }),
    'sessions.sync': () =>
      withAccount(() => {
        void workspace.sync()?.start()
        return ok(workspace.syncState())
      }),
    'sessions.cancelSync': () =>
      withAccount(() => {
        workspace.sync()?.cancel()
        return ok(workspace.syncState())
      }),
    'sessions.syncState': async () => ok(workspace.syncState()),
    'sessions.addIds': ({ text }) => withAccount(async (id) => tell(id, null, await library.sessions.addIds(id, text))),
    'sessions.forget': ({ sessionId }) => withAccount((id) => tell(id, null, library.sessions.forget(id, sessionId))),
    'sessions.review': ({ sessionId, patch }) =>
      withAccount<SessionRow>((id) => tell(id, [sessionId], rowToPage(library.reviews.review(id, sessionId, patch)))),
    'marks.list': ({ sessionId }) => withAccount((id) => library.marks.list(id, sessionId)),
    'marks.add': ({ sessionId, atMs, text }) => withAccount((id) => library.marks.add(id, sessionId, atMs, text)),
    'marks.update': ({ id: markId, ...patch }) => withAccount((id) => library.marks.update(id, markId, patch)),
    'marks.remove': ({ id: markId }) => withAccount((id) => library.marks.remove(id, markId)),
    'link.copyText': ({ sessionId, atMs }) =>
      withAccount(() =>
        ok({ text: formatLink({ sessionId, atMs, account: accounts.active()?.account.label ?? null }) }),
      ),
  }
}
