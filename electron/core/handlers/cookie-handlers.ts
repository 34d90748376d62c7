import type { cookieOperations } from '../../contract/operations/cookie-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import { ok } from '../../contract/result.ts'
import type { Cookies } from '../cookies/cookies.ts'
import { type Accounts, createWithAccount } from './with-account.ts'

export const cookieHandlers = ({
  accounts,
  cookies,
}: {
  accounts: Accounts
  cookies: Cookies
}): HandlersOf<typeof cookieOperations> => {
  const withAccount = createWithAccount(accounts)
  const { snapshots } = cookies
  return {
    'cookies.read': ({ profileId }) => withAccount((id, service) => cookies.read(id, service, profileId)),
    'cookies.lastRead': ({ profileId }) => withAccount((id) => cookies.lastRead(id, profileId)),
    'cookies.openSnapshot': ({ snapshotId }) => withAccount((id) => cookies.openSnapshot(id, snapshotId)),
    'cookies.reveal': ({ readId, ids }) =>
      withAccount((id) => {
        const values = cookies.reveal(id, readId, ids)
        return values.ok ? ok({ values: values.value }) : values
      }),
    'cookies.exportPreview': (request) => withAccount((id) => cookies.exportPreview(id, request)),
    'snapshots.list': ({ profileId }) => withAccount((id) => snapshots.list(id, profileId)),
    'snapshots.keep': ({ readId, label }) => withAccount((id) => snapshots.keep(id, readId, label)),
    'snapshots.update': ({ snapshotId, ...patch }) => withAccount((id) => snapshots.update(id, snapshotId, patch)),
    'snapshots.remove': ({ snapshotId }) => withAccount((id) => snapshots.remove(id, snapshotId)),
    'snapshots.restore': ({ snapshotId }) => withAccount((id) => snapshots.restore(id, snapshotId)),
    'snapshots.compare': ({ before, after }) => withAccount((id) => snapshots.compare(id, before, after)),
    'snapshots.sideCookie': ({ side, id: cookie }) => withAccount((id) => snapshots.sideCookie(id, side, cookie)),
    'snapshots.hints': ({ profileId }) => withAccount((id) => snapshots.hints(id, profileId)),
  }
}
