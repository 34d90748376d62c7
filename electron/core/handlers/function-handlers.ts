import type { functionOperations } from '../../contract/operations/function-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { Clock } from '../base/ports.ts'
import { createFunctions } from '../functions/functions.ts'
import type { SourceStore } from '../functions/source-store.ts'
import type { Library } from '../library/library.ts'
import { createForAccount, createWithAccount } from './with-account.ts'

type Parts = { accounts: ReturnType<typeof createAccounts>; library: Library; sources: SourceStore; clock: Clock }

export const functionHandlers = ({
  accounts,
  library,
  sources,
  clock,
}: Parts): HandlersOf<typeof functionOperations> => {
  const functions = createFunctions({ library, store: sources, clock })
  const withAccount = createWithAccount(accounts)
  const forAccount = createForAccount(accounts)
  return {
    'functions.recent': () => withAccount(functions.recent),
    'functions.forget': (target) => withAccount((account) => functions.forget(account, target)),
    'functions.open': (target) => withAccount((account) => functions.open(account, target)),
    'functions.reload': (target) => withAccount((account, service) => functions.reload(account, service, target)),
    'functions.saveDraft': ({ accountId, source, ...target }) =>
      forAccount(accountId, () => functions.saveDraft(accountId, target, source)),
    'functions.discardDraft': (target) => withAccount((account) => functions.discardDraft(account, target)),
    'functions.send': ({ source, overwrite, ...target }) =>
      withAccount((account, service) => functions.send(account, service, target, { source, overwrite })),
    'functions.sentSource': ({ id }) => withAccount((account) => functions.sentSource(account, id)),
  }
}
