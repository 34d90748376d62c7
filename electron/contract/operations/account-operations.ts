import { z } from 'zod'
import {
  accountContentsModel,
  accountModel,
  connectionDraftModel,
  connectionReportModel,
} from '../models/account-models.ts'
import { id, nothing } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** Accounts and their credentials. */
export const accountOperations = {
  'accounts.list': { input: nothing, output: z.array(accountModel) },
  'accounts.test': { input: connectionDraftModel, output: connectionReportModel },
  /** Tests, stores the token (keychain, else memory) and makes the account active. */
  'accounts.connect': { input: connectionDraftModel, output: accountModel },
  /** Starts the embedded sample service when needed and makes its account active. */
  'accounts.openSample': { input: nothing, output: accountModel },
  /** New credentials for an account whose token is refused or lost; nothing of the account is lost. */
  'accounts.signIn': {
    input: z.object({ accountId: id, credentials: connectionDraftModel.shape.credentials }),
    output: accountModel,
  },
  'accounts.activate': { input: z.object({ accountId: id }), output: accountModel },
  'accounts.update': {
    input: z.object({
      accountId: id,
      label: z.string().trim().min(1).max(80).optional(),
      headerPrefix: connectionDraftModel.shape.headerPrefix,
    }),
    output: accountModel,
  },
  /** Removes the token; sessions, notes, verdicts, marks and snapshots stay. */
  'accounts.signOut': { input: z.object({ accountId: id }), output: accountModel },
  /** What removing the account would delete, in numbers. */
  'accounts.contents': { input: z.object({ accountId: id }), output: accountContentsModel },
  /** Removes account, token, its sessions and reviews. */
  'accounts.remove': { input: z.object({ accountId: id }), output: nothing },
} as const satisfies OperationTable
