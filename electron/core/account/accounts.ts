import type { Account, AccountContents, ConnectionDraft, Credentials } from '../../contract/models/account-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { Clock, Keychain, Log, SampleWorkspace } from '../base/ports.ts'
import type { AccountPatch, AccountStore, StoredAccount } from '../library/tables/accounts-table.ts'
import type { Peers } from '../service/http/peers.ts'
import type { Journal } from '../service/journal.ts'
import type { Service } from '../service/service.ts'
import { SAMPLE_ACCOUNT } from './account-rules.ts'
import { type AccountRun, createAccountRun } from './account-run.ts'
import { createSampleAccount, sampleAccount } from './sample-account.ts'
import { createSignIns } from './sign-ins.ts'
import { createVault } from './vault.ts'

type AccountsConfig = {
  store: AccountStore
  keychain: Keychain
  clock: Clock
  log: Log
  fetch: typeof fetch
  /** Told which address answered for a service. */
  onPeer?: Peers['heard']
  version: string
  journal: Journal
  sample: Pick<SampleWorkspace, 'start' | 'end'>
  onChange: (accounts: Account[]) => void
}

const unknownAccount = () => fail('not-found', 'This account no longer exists.')

/** The accounts of the library and what runs for each. Every call answers a Result; passwords are kept nowhere. */
export const createAccounts = (config: AccountsConfig) => {
  const { store, clock, log, fetch, version, journal, onChange } = config
  const { onPeer } = config
  const deps = { fetch, clock, version, log, journal, ...(onPeer ? { onPeer } : {}) }
  const vault = createVault(config.keychain, log)
  const runs = new Map<string, AccountRun>()
  let activeId = store.activeId()
  let disposed = false
  let connecting: Promise<unknown> = Promise.resolve()
  /** The stored accounts as they were last told, to notice what another program changed. */
  let shown = JSON.stringify(store.list())

  /** Asked each time, because the sync writes there, too. */
  const find = (id: string): StoredAccount | null => store.list().find((account) => account.id === id) ?? null
  const changed = (): void => {
    if (disposed) return
    shown = JSON.stringify(store.list())
    onChange(list())
  }
  const runOf = (id: string): AccountRun => {
    const known = runs.get(id)
    if (known) return known
    const save = (patch: AccountPatch) => store.update(id, patch)
    const run = createAccountRun({ deps, vault, stored: () => find(id), save, onChange: changed })
    runs.set(id, run)
    return run
  }
  const view = ({ secretSlot: _slot, secretStored: _kept, ...account }: StoredAccount): Account => ({
    ...account,
    signedIn: runOf(account.id).signedIn(),
    tokenPlace: runOf(account.id).place(),
    active: account.id === activeId,
  })
  const list = (): Account[] => store.list().map(view)
  const answer = (id: string): Result<Account> => {
    const account = find(id)
    return account ? ok(view(account)) : unknownAccount()
  }
  const setActive = (id: string | null): Result<undefined> => {
    const switched = store.setActive(id)
    if (switched.ok) activeId = id
    return switched
  }

  const sample = createSampleAccount({
    ...config.sample,
    log,
    keep: async (baseUrl, accessToken) => {
      const label = find(SAMPLE_ACCOUNT)?.label ?? 'Sample workspace'
      const saved = store.save(sampleAccount(label, baseUrl))
      return saved.ok ? runOf(SAMPLE_ACCOUNT).keep({ accessToken, refreshToken: null }) : saved
    },
  })

  /** What this program holds of an account that was removed, here or by another program. */
  const drop = async (id: string): Promise<void> => {
    runs.get(id)?.dispose()
    runs.delete(id)
    if (id === SAMPLE_ACCOUNT) await sample.forget()
  }

  const activate = async (id: string): Promise<Result<Account>> => {
    if (!find(id)) return unknownAccount()
    if (id === SAMPLE_ACCOUNT) {
      const started = await sample.prepare()
      if (!started.ok) return started
    }
    const switched = setActive(id)
    if (!switched.ok) return switched
    changed()
    return answer(id)
  }

  const signIns = createSignIns({ deps, store, vault, journal, find, runOf, activate })

  return {
    list,
    test: signIns.test,
    /**
     * Tests, keeps the token (keychain, else memory) and makes the account active. With `inKeychain` a sign-in that the
     * keychain does not keep is refused and leaves nothing. One after another, so that the same key makes one account.
     */
    connect: (draft: ConnectionDraft, options: { inKeychain?: boolean } = {}): Promise<Result<Account>> => {
      const result = connecting.then(() => signIns.connect(draft, options))
      connecting = result.catch(() => {})
      return result
    },
    /** New credentials for a known account; its sessions, reviews and marks stay. Fails when they are refused. */
    signIn: async (input: { accountId: string; credentials: Credentials }): Promise<Result<Account>> => {
      const account = find(input.accountId)
      if (!account) return unknownAccount()
      if (account.method === 'sample') return activate(account.id)
      const { baseUrl, headerPrefix } = account
      const noting: Journal = (entry, traffic) => journal({ ...entry, accountId: account.id }, traffic)
      const proved = await signIns.prove({ baseUrl, headerPrefix, credentials: input.credentials }, noting)
      if (!proved.ok) return proved
      const userName = input.credentials.method === 'password' ? input.credentials.userName : null
      const patch = { method: input.credentials.method, userName }
      const kept = await runOf(account.id).keep(proved.value.tokens, { patch })
      if (!kept.ok) return kept
      changed()
      return answer(account.id)
    },
    activate,
    update: async (input: {
      accountId: string
      label?: string | undefined
      headerPrefix?: string | undefined
    }): Promise<Result<Account>> => {
      const account = find(input.accountId)
      if (!account) return unknownAccount()
      const { label = account.label, headerPrefix = account.headerPrefix } = input
      const saved = store.update(account.id, { label, headerPrefix })
      if (!saved.ok) return saved
      if (headerPrefix !== account.headerPrefix) runOf(account.id).dropService()
      changed()
      return answer(account.id)
    },
    /** Removes the token from memory and keychain; sessions, notes, verdicts, marks and snapshots stay. */
    signOut: async (id: string): Promise<Result<Account>> => {
      const account = find(id)
      if (!account) return unknownAccount()
      if (account.method === 'sample') return fail('invalid-input', 'The sample workspace needs no sign-in.')
      const done = await runOf(id).signOut()
      changed()
      return done.ok ? answer(id) : done
    },
    /** What removing the account would delete. */
    contents: (id: string): Result<AccountContents> => (find(id) ? store.contents(id) : unknownAccount()),
    /** Removes the account, its token and everything stored about it; another account becomes active. */
    remove: async (id: string): Promise<Result<undefined>> => {
      const account = find(id)
      if (!account) return unknownAccount()
      runOf(id).dropService()
      const removed = store.remove(id)
      if (!removed.ok) return removed
      const dropped = drop(id)
      if (activeId === id) {
        const next = store.list().find(({ method }) => method !== 'sample')?.id ?? null
        setActive(next)
      }
      changed()
      await dropped
      if (account.method !== 'sample') await vault.remove(id, account.secretSlot)
      return ok(undefined)
    },
    openSample: async (): Promise<Result<Account>> => {
      const started = await sample.prepare()
      return started.ok ? activate(SAMPLE_ACCOUNT) : started
    },
    /** Null without an active account, and for the sample workspace until its service runs. */
    active: (): { account: Account; service: Service } | null => {
      const account = activeId === null ? null : find(activeId)
      if (!account || (account.method === 'sample' && !sample.runs())) return null
      const service = runOf(account.id).service()
      return service ? { account: view(account), service } : null
    },
    /** The service of any account, for work that does not depend on the active one; null as for `active`. */
    serviceOf: (id: string): Service | null =>
      !find(id) || (id === SAMPLE_ACCOUNT && !sample.runs()) ? null : runOf(id).service(),
    /** Keys and tokens of all accounts that are at hand, for redaction alone. */
    secrets: (): string[] => store.list().flatMap(({ id }) => runOf(id).secrets()),
    /** What the sync found out: whether this service lists sessions at all. */
    setListsSessions: (id: string, lists: boolean): void => {
      if (find(id)?.listsSessions === lists) return
      store.setListsSessions(id, lists)
      changed()
    },
    /** Reads the tokens from the keychain, the active account first. Start does not wait for it; requests do. */
    restore: async (): Promise<void> => {
      const ids = [
        activeId,
        ...store
          .list()
          .map(({ id }) => id)
          .filter((id) => id !== activeId),
      ]
      const reads = ids.filter((id) => id !== null && id !== SAMPLE_ACCOUNT).map((id) => runOf(id as string).restore())
      if (activeId === SAMPLE_ACCOUNT) {
        const started = await sample.prepare()
        if (started.ok) changed()
      }
      await Promise.all(reads)
    },
    /** Another program wrote to the library: it may have signed in, added an account or removed one (L13, L14). */
    changedByOther: async (): Promise<void> => {
      const stored = store.list()
      const ids = new Set(stored.map(({ id }) => id))
      const gone = [...runs.keys()].filter((id) => !ids.has(id))
      const dropped = gone.map(drop)
      if (activeId !== null && !ids.has(activeId)) activeId = store.activeId()
      const before = shown
      const restored = stored.filter(({ id }) => runOf(id).mayFindToken()).map(({ id }) => runOf(id).restore())
      await Promise.all([...dropped, ...restored])
      if (before === shown && JSON.stringify(stored) !== shown) changed()
    },
    dispose: (): void => {
      disposed = true
      for (const run of runs.values()) run.dispose()
    },
  }
}
