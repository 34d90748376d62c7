import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { replayOperations } from '../../contract/operations/replay-operations.ts'
import { fail, ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { Analyses } from '../analysis-queue/analyses.ts'
import type { createEvents } from '../base/event-bus.ts'
import type { Clock } from '../base/ports.ts'
import type { Library } from '../library/library.ts'
import type { createReplays } from '../replay/replays.ts'
import type { Service } from '../service/service.ts'
import { createForAccount } from './with-account.ts'

type Parts = {
  accounts: ReturnType<typeof createAccounts>
  library: Library
  replays: ReturnType<typeof createReplays>
  /** Gets what is open. */
  analyses: Pick<Analyses, 'onReplay' | 'onClosed'>
  events: ReturnType<typeof createEvents>
  clock: Clock
}

/** How long the picture waits for facts about a pasted session; without them the wall clock is only estimated. */
const DESCRIBE_MS = 2_000

const createDescribePasted = ({ library, events, clock }: Pick<Parts, 'library' | 'events' | 'clock'>) => {
  /** The list never told about a pasted id, but `GET /sessions/{id}` may (docs/deployments.md, Listing). */
  const learn = async (accountId: string, service: Service, sessionId: string): Promise<void> => {
    const row = library.sessions.find(accountId, sessionId)
    if (row?.origin !== 'pasted' || row.createdAt !== null) return
    const found = await service.session(sessionId, { priority: 'person' })
    if (!found.ok || !library.sessions.describe(accountId, found.value).ok) return
    events.emit('sessions.changed', { accountId, sessionIds: [sessionId] })
  }
  return async (accountId: string, service: Service, sessionId: string): Promise<void> => {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(DESCRIBE_MS, resolve)
    await Promise.race([learn(accountId, service, sessionId), late])
    cancel()
  }
}

export const replayHandlers = ({
  accounts,
  library,
  replays,
  analyses,
  events,
  clock,
}: Parts): HandlersOf<typeof replayOperations> => {
  const forAccount = createForAccount(accounts)
  const describePasted = createDescribePasted({ library, events, clock })
  /** What the page wants open: it may have left before the lease is there, which then has to be closed here. */
  const wanted = new Set<string>()
  return {
    'replay.open': async ({ sessionId }) => {
      const active = accounts.active()
      wanted.add(sessionId)
      if (active) {
        library.sessions.setOpened(active.account.id, sessionId)
        await describePasted(active.account.id, active.service, sessionId)
      }
      const switched = accounts.active()?.account.id !== active?.account.id
      if (switched || !wanted.has(sessionId)) return fail('cancelled', 'The replay was closed while it was loading.')
      const opened = await replays.open(sessionId)
      if (opened.ok && wanted.has(sessionId)) analyses.onReplay(opened.value) // an archived copy tells no event
      return opened
    },
    'replay.close': async ({ sessionId }) => {
      wanted.delete(sessionId)
      replays.close(sessionId)
      analyses.onClosed(sessionId)
      return ok(undefined)
    },
    'replay.renew': ({ sessionId }) => replays.renew(sessionId),
    'replay.poll': ({ sessionId }) => replays.poll(sessionId),
    'replay.stopPolling': ({ sessionId }) => replays.stopPolling(sessionId),
    'replay.recheck': ({ sessionId }) => replays.recheck(sessionId),
    'replay.mediaProblem': async ({ path }) => ok(replays.mediaProblem(path)),
    'replay.position': ({ accountId, sessionId, positionMs }) =>
      forAccount(accountId, () => library.sessions.setPosition(accountId, sessionId, positionMs)),
  }
}
