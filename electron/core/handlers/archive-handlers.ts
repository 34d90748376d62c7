import type { archiveOperations } from '../../contract/operations/archive-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import { noAccount } from '../account/no-account.ts'
import type { Archive } from '../archive/archive.ts'
import type { Library } from '../library/library.ts'

type Parts = { accounts: ReturnType<typeof createAccounts>; library: Library; archive: Archive }

/** Names shown for a template. */
const PREVIEWS = 3
const EXAMPLE = { sessionId: '0f3c9a52-7d1e', title: 'Checkout, second try', status: 'closed' }

export const archiveHandlers = ({ accounts, library, archive }: Parts): HandlersOf<typeof archiveOperations> => {
  const withAccount = async <T>(run: (accountId: string) => Result<T> | Promise<Result<T>>): Promise<Result<T>> => {
    const id = accounts.list().find(({ active }) => active)?.id
    return id === undefined ? noAccount() : run(id)
  }
  const done = async (work: Promise<void>): Promise<Result<undefined>> => {
    await work
    return ok(undefined)
  }
  return {
    'archive.query': async (query) => archive.query(query),
    'archive.plan': ({ sessionIds }) => withAccount((id) => archive.plan(id, sessionIds)),
    'archive.add': ({ sessionIds }) => withAccount((id) => archive.add(id, sessionIds)),
    'archive.withdraw': ({ accountId, sessionIds, at }) => archive.withdraw(accountId, sessionIds, at),
    'archive.pause': ({ ids }) => done(archive.pause(ids)),
    'archive.resume': ({ ids }) => done(archive.resume(ids)),
    'archive.retry': ({ ids }) => done(archive.retry(ids)),
    'archive.cancel': ({ ids }) => done(archive.cancel(ids)),
    'archive.acceptPartial': ({ ids }) => done(archive.acceptPartial(ids)),
    'archive.remove': ({ ids }) => archive.remove(ids),
    'archive.recheck': ({ ids }) => archive.recheck(ids),
    'archive.move': ({ ids }) => archive.move(ids),
    'archive.namePreview': async ({ template }) => {
      const account = accounts.list().find(({ active }) => active)
      const query = { text: '', chips: [], sort: 'started', direction: 'desc', offset: 0, limit: PREVIEWS } as const
      const page = account ? await library.sessions.query(account.id, { ...query, chips: [] }) : null
      const rows = page?.ok && page.value.rows.length > 0 ? page.value.rows : [{ ...EXAMPLE, createdAt: Date.now() }]
      const accountLabel = account?.label ?? 'Account'
      return ok({
        names: archive.namePreview(
          template,
          rows.map((row) => ({ accountLabel, row })),
        ),
      })
    },
    'archive.rules': () => withAccount((id) => ok(archive.rules(id))),
    'archive.setRules': (patch) =>
      withAccount((id) => {
        const { whenEnded, whenExpiring } = patch
        return archive.setRules(id, {
          ...(whenEnded === undefined ? {} : { whenEnded }),
          ...(whenExpiring === undefined ? {} : { whenExpiring }),
        })
      }),
  }
}
