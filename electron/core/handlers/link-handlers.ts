import type { ArrivedLink } from '../../contract/events.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { linkOperations } from '../../contract/operations/replay-operations.ts'
import { ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import { noAccount } from '../account/no-account.ts'
import type { createEvents } from '../base/event-bus.ts'
import { accountOfLink, formatLink, type SessionLink } from '../deep-links.ts'
import type { Library } from '../library/library.ts'
import { createWithAccount } from './with-account.ts'

type Parts = {
  accounts: ReturnType<typeof createAccounts>
  library: Library
  events: ReturnType<typeof createEvents>
}

export const linkHandlers = ({ accounts, library, events }: Parts): HandlersOf<typeof linkOperations> => {
  const withAccount = createWithAccount(accounts)
  return {
    'link.copyText': ({ sessionId, atMs }) =>
      withAccount((account) => {
        const label = accounts.list().find(({ id }) => id === account)?.label ?? null
        return ok({ text: formatLink({ sessionId, atMs, account, label }) })
      }),
    'link.open': async ({ sessionId, accountId }) => {
      const account = accounts.list().find(({ id, active }) => (accountId === null ? active : id === accountId))
      if (!account) return noAccount()
      if (!account.active) {
        const switched = await accounts.activate(account.id)
        if (!switched.ok) return switched
      }
      if (!library.sessions.find(account.id, sessionId)) {
        const added = await library.sessions.addIds(account.id, [sessionId])
        if (!added.ok) return added
        events.emit('sessions.changed', { accountId: account.id, sessionIds: null })
      }
      return ok({ accountId: account.id })
    },
  }
}

/** What the page is told of a link that came in. */
export const arrivedLink = (link: SessionLink, accounts: Parameters<typeof accountOfLink>[1]): ArrivedLink => {
  const { sessionId, atMs } = link
  const found = accountOfLink(link, accounts)
  if (!found.ok) return { sessionId, atMs, account: null, problem: found.problem }
  const account = found.value && { id: found.value.id, label: found.value.label, active: found.value.active }
  return { sessionId, atMs, account, problem: null }
}
