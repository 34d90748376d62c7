import type { Mark, SessionRow } from '../../contract/models/session-models.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { sessionOperations } from '../../contract/operations/session-operations.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { createEvents } from '../base/event-bus.ts'
import { parseIds } from '../ids/parse-ids.ts'
import type { Library } from '../library/library.ts'
import type { Service } from '../service/service.ts'
import { parseSteps } from '../steps/parse-steps.ts'
import type { RecordingCheck } from '../workspace/recording-check.ts'
import type { createVisibleRecordings } from '../workspace/visible-recordings.ts'
import type { createWorkspace } from '../workspace/workspace.ts'
import { createForAccount, createWithAccount } from './with-account.ts'

type Parts = {
  accounts: ReturnType<typeof createAccounts>
  library: Library
  workspace: ReturnType<typeof createWorkspace>
  events: ReturnType<typeof createEvents>
  checkRecording: RecordingCheck
  visible: ReturnType<typeof createVisibleRecordings>
}

export const sessionHandlers = ({
  accounts,
  library,
  workspace,
  events,
  checkRecording,
  visible,
}: Parts): HandlersOf<typeof sessionOperations> => {
  const withAccount = createWithAccount(accounts)
  const forAccount = createForAccount(accounts)
  const changed = (accountId: string, sessionIds: string[] | null): void =>
    events.emit('sessions.changed', { accountId, sessionIds })
  const tell = <T>(accountId: string, sessionIds: string[] | null, result: Result<T>): Result<T> => {
    if (result.ok) changed(accountId, sessionIds)
    return result
  }
  /** The list shows how many timed notes a session has. */
  const tellMark = (accountId: string, mark: Result<Mark>): Result<Mark> =>
    tell(accountId, mark.ok ? [mark.value.sessionId] : null, mark)
  /** Core keeps link expiry on the server's clock; the page compares with its own (T07). */
  const toPage = (row: SessionRow, service: Service | null): SessionRow =>
    row.linksExpireAt === null || service === null
      ? row
      : { ...row, linksExpireAt: service.serverClock.toLocal(row.linksExpireAt) }
  const rowToPage = (result: Result<SessionRow>, service: Service | null): Result<SessionRow> =>
    result.ok ? ok(toPage(result.value, service)) : result

  return {
    'sessions.query': (query) =>
      withAccount(async (id, service) => {
        const page = await library.sessions.query(id, query, service.serverClock.now())
        return page.ok ? ok({ ...page.value, rows: page.value.rows.map((row) => toPage(row, service)) }) : page
      }),
    'sessions.ids': (query) => withAccount((id, { serverClock }) => library.sessions.ids(id, query, serverClock.now())),
    'sessions.groups': ({ text, by }) =>
      withAccount((id, { serverClock }) => library.sessions.groups(id, text, by, serverClock.now())),
    'sessions.values': () => withAccount((id) => library.sessions.values(id)),
    'sessions.get': ({ sessionId }) =>
      withAccount((id, service) => rowToPage(library.sessions.get(id, sessionId), service)),
    'sessions.neighbours': ({ sessionId, query }) =>
      withAccount((id, { serverClock }) => library.sessions.neighbours(id, sessionId, query, serverClock.now())),
    'sessions.unchecked': (query) =>
      withAccount((id, { serverClock }) => library.sessions.unchecked(id, query, serverClock.now())),
    'sessions.checkRecording': ({ sessionId }) =>
      withAccount(async (id, service) => {
        await checkRecording(id, sessionId, service, { priority: 'polling' }) // the row tells what is known
        return rowToPage(library.sessions.get(id, sessionId), service)
      }),
    'sessions.visible': ({ sessionIds }) =>
      withAccount((id) => {
        visible.show(id, sessionIds)
        return ok(undefined)
      }),
    'sessions.steps': ({ sessionId }) =>
      withAccount(async (_id, service) => {
        const sent = await service.sessionSteps(sessionId, { priority: 'person' })
        return sent.ok ? ok(await parseSteps(sent.value.steps, sent.value.durationMs)) : sent
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
    'sessions.addIds': ({ text }) =>
      withAccount(async (id) => {
        const { ids, ...counts } = await parseIds(text)
        const stored = await library.sessions.addIds(id, ids)
        return tell(id, null, stored.ok ? ok({ ...stored.value, ...counts }) : stored)
      }),
    'sessions.forget': ({ sessionId }) => withAccount((id) => tell(id, null, library.sessions.forget(id, sessionId))),
    'sessions.review': ({ accountId, sessionId, patch }) =>
      forAccount<SessionRow>(accountId, () => {
        const reviewed = library.reviews.review(accountId, sessionId, patch)
        return tell(accountId, [sessionId], rowToPage(reviewed, accounts.serviceOf(accountId)))
      }),
    'sessions.reviewMany': ({ accountId, sessionIds, change, undoId }) =>
      forAccount(accountId, () =>
        tell(accountId, sessionIds, library.bulkReviews.change(accountId, sessionIds, change, undoId)),
      ),
    'sessions.undoReviews': ({ accountId, undoId }) =>
      forAccount(accountId, async () => tell(accountId, null, await library.bulkReviews.undo(accountId, undoId))),
    'marks.list': ({ sessionId }) => withAccount((id) => library.marks.list(id, sessionId)),
    'marks.add': ({ accountId, sessionId, atMs, text }) =>
      forAccount(accountId, () => tell(accountId, [sessionId], library.marks.add(accountId, sessionId, atMs, text))),
    'marks.update': ({ accountId, id: markId, ...patch }) =>
      forAccount(accountId, () => tellMark(accountId, library.marks.update(accountId, markId, patch))),
    'marks.remove': ({ accountId, id: markId }) =>
      forAccount(accountId, () => tellMark(accountId, library.marks.remove(accountId, markId))),
  }
}
