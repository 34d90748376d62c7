import type { Handlers } from '../../contract/operations.ts'
import { ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { Library } from '../library/open.ts'
import type { createReplays } from '../replay/replays.ts'

type Names =
  | 'replay.open'
  | 'replay.close'
  | 'replay.renew'
  | 'replay.poll'
  | 'replay.stopPolling'
  | 'replay.position'
  | 'replay.recheck'

type Parts = {
  accounts: ReturnType<typeof createAccounts>
  library: Library
  replays: ReturnType<typeof createReplays>
}

export const replayHandlers = ({ accounts, library, replays }: Parts): Handlers<Names> => ({
  'replay.open': ({ sessionId }) => {
    const active = accounts.active()
    if (active) library.sessions.setOpened(active.account.id, sessionId)
    return replays.open(sessionId)
  },
  'replay.close': async ({ sessionId }) => {
    replays.close(sessionId)
    return ok(undefined)
  },
  'replay.renew': ({ sessionId }) => replays.renew(sessionId),
  'replay.poll': ({ sessionId }) => replays.poll(sessionId),
  'replay.stopPolling': ({ sessionId }) => replays.stopPolling(sessionId),
  'replay.recheck': ({ sessionId }) => replays.recheck(sessionId),
  'replay.position': async ({ sessionId, positionMs }) => {
    const active = accounts.active()
    return active ? library.sessions.setPosition(active.account.id, sessionId, positionMs) : ok(undefined)
  },
})
