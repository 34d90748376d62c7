import { randomBytes } from 'node:crypto'
import type { Account, ConnectionDraft, ConnectionReport, Credentials } from '../../contract/models/account-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { AccountStore, StoredAccount } from '../library/tables/accounts-table.ts'
import { DEFAULT_HEADER_PREFIX } from '../service/http/headers.ts'
import type { Journal } from '../service/journal.ts'
import { labelFor, listsOf, obstacle } from './account-rules.ts'
import { type AccountRun, notKept } from './account-run.ts'
import { testConnection } from './connection-test.ts'
import type { createVault, Tokens } from './vault.ts'

type SignInsConfig = {
  /** What a request needs. */
  deps: Parameters<typeof testConnection>[0]
  store: AccountStore
  vault: ReturnType<typeof createVault>
  journal: Journal
  find: (id: string) => StoredAccount | null
  runOf: (id: string) => AccountRun
  activate: (id: string) => Promise<Result<Account>>
}

/** Short: the id is part of every index entry of the session list. */
const newId = (): string => randomBytes(5).toString('hex')

/** What of a new account its sign-in decides. */
const placeOf = (id: string, baseUrl: string, credentials: Credentials) => ({
  id,
  baseUrl,
  method: credentials.method,
  userName: credentials.method === 'password' ? credentials.userName : null,
  secretSlot: 0,
  secretStored: false,
})

/** Signing in: tests credentials, keeps their token, and makes the account they belong to. */
export const createSignIns = (config: SignInsConfig) => {
  const { deps, store, vault, journal, find, runOf, activate } = config

  /**
   * The account that the same person would mean by connecting again: same place and user, or same key. Keys that are not
   * at hand yet are read first, so that a sign-in right after the start, or of the command line, finds its account (L15).
   */
  const sameAccount = async (baseUrl: string, credentials: Credentials): Promise<StoredAccount | null> => {
    const alike = store.list().filter((account) => account.baseUrl === baseUrl && account.method === credentials.method)
    if (credentials.method === 'password')
      return alike.find(({ userName }) => userName === credentials.userName) ?? null
    const { key } = credentials
    for (const account of alike) {
      const run = runOf(account.id)
      if (!run.holds(key)) await run.restore()
      if (run.holds(key)) return find(account.id)
    }
    return null
  }

  const test = async (draft: ConnectionDraft): Promise<Result<ConnectionReport>> => {
    const unnoted = { ...deps, journal: () => {} } // without an account no view shows it
    const tested = await testConnection(unnoted, { headerPrefix: DEFAULT_HEADER_PREFIX, ...draft })
    return tested.ok ? ok(tested.value.report) : tested
  }

  /** The tokens that a draft signs in with, or why it does not. */
  const prove = async (draft: Parameters<typeof testConnection>[1], noting: Journal) => {
    const tested = await testConnection({ ...deps, journal: noting }, draft)
    if (!tested.ok) return tested
    const { report, tokens } = tested.value
    const problem = obstacle(report)
    if (problem) return { ok: false, problem } as const
    return tokens ? ok({ report, tokens }) : fail('internal', 'The service accepted the sign-in but returned no token.')
  }

  /** The token goes first, so that there never is an account whose key was lost on the way. */
  const addAccount = async (
    account: StoredAccount,
    tokens: Tokens,
    inKeychain: boolean,
  ): Promise<Result<undefined>> => {
    const kept = await vault.write(account.id, account.secretSlot, tokens)
    if (inKeychain && kept.kind !== 'keychain') return notKept(kept)
    const saved = store.save({ ...account, secretStored: kept.kind === 'keychain' })
    if (!saved.ok) {
      if (kept.kind === 'keychain') await vault.remove(account.id, account.secretSlot)
      return saved
    }
    runOf(account.id).adopt(tokens, kept)
    return ok(undefined)
  }

  const connect = async (draft: ConnectionDraft, options: { inKeychain?: boolean }): Promise<Result<Account>> => {
    const { inKeychain = false } = options
    const { credentials, headerPrefix = DEFAULT_HEADER_PREFIX } = draft
    const noted: Parameters<Journal>[] = [] // until the account has an id
    const proved = await prove({ headerPrefix, ...draft }, (...row) => void noted.push(row))
    if (!proved.ok) return proved
    const { report, tokens } = proved.value
    const known = await sameAccount(report.baseUrl, credentials)
    const facts = {
      label: draft.label || known?.label || labelFor(report.baseUrl, store.list()),
      headerPrefix,
      listsSessions: listsOf(report),
    }
    const id = known?.id ?? newId()
    const kept = known
      ? await runOf(id).keep(tokens, { patch: facts, inKeychain })
      : await addAccount({ ...facts, ...placeOf(id, report.baseUrl, credentials) }, tokens, inKeychain)
    if (!kept.ok) return kept
    for (const [entry, traffic] of noted) journal({ ...entry, accountId: id }, traffic)
    return activate(id)
  }

  return { test, prove, connect }
}
