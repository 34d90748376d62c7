import { titleOf } from '../contract/constants/session-constants.ts'
import type { SessionRow } from '../contract/models/session-models.ts'
import { fail, ok, type Problem, type Result } from '../contract/result.ts'
import { createAccountRun } from '../core/account/account-run.ts'
import { createVault } from '../core/account/vault.ts'
import type { Keychain, Log } from '../core/base/ports.ts'
import type { StoredAccount } from '../core/library/tables/accounts-table.ts'
import type { Peers } from '../core/service/http/peers.ts'
import { createService } from '../core/service/service.ts'
import type { Connection } from './connect.ts'
import type { Context } from './context.ts'
import { openKeychain, openSharedLibrary } from './desktop-data.ts'
import { clock } from './environment.ts'

const LOGIN = 'Run "replay-desk login", or set REPLAY_DESK_TOKEN.'
export const noAccount = () =>
  fail('signed-out', 'No accounts yet.', {
    next: 'Run "replay-desk login --base-url URL", or set REPLAY_DESK_BASE_URL and REPLAY_DESK_TOKEN.',
  })

/** The account that is named, else the active one; null: there is none. */
export const choose = (
  list: StoredAccount[],
  activeId: string | null,
  named: string | undefined,
  address: string | null,
): Result<StoredAccount | null> => {
  const fitting = list.filter(({ baseUrl }) => address === null || baseUrl === address)
  if (named === undefined) return ok(fitting.find(({ id }) => id === activeId) ?? (address ? fitting[0] : null) ?? null)
  const account = fitting.find(({ label, id }) => label === named || id === named)
  if (account) return ok(account)
  return fail('invalid-input', 'There is no account with this name.', { next: '"replay-desk accounts" lists them.' })
}

/** Remembers why the keychain was silent: the account itself only knows that it has no token. */
const watchKeychain = (keychain: Keychain) => {
  let problem: Problem | null = null
  const watched: Keychain = {
    ...keychain,
    read: async (key) => {
      const read = await keychain.read(key)
      if (!read.ok) problem = read.problem
      return read
    },
  }
  return { watched, problem: () => problem }
}

type AccountConfig = {
  log: Log
  peers: Peers
  /** `--account`; absent: the active one. */
  named: string | undefined
  /** Only an account with this address; null: any. */
  address: string | null
  /** In place of the account's own. */
  headerPrefix: string | null
  /** REPLAY_DESK_TOKEN; null: the keychain's. */
  token: string | null
  needsToken: boolean
}

/** An account of the desktop program, with its library, and its key from the keychain where none is given. */
export const connectAccount = async (
  context: Context,
  { log, peers, named, address, headerPrefix: prefix, token, needsToken }: AccountConfig,
): Promise<Result<Connection>> => {
  const deps = { fetch, onPeer: peers.heard, clock, version: context.version, log }
  const opened = await openSharedLibrary(context, log)
  if (!opened.ok) return opened
  const library = opened.value
  const refuse = (result: Result<never>): Result<never> => {
    library.close()
    return result
  }
  const listed = library.accounts.read()
  if (!listed.ok) return refuse(listed)
  const selected = choose(listed.value, library.accounts.activeId(), named, address)
  if (!selected.ok) return refuse(selected)
  const account = selected.value
  if (account === null) return refuse(noAccount())
  if (account.method === 'sample') {
    const message = 'The sample workspace is part of the desktop app.'
    return refuse(
      fail('invalid-input', message, { next: 'Use --sample to start a sample workspace here, or --account NAME.' }),
    )
  }
  const found = watchKeychain(openKeychain(log))
  const headerPrefix = prefix ?? account.headerPrefix
  const journal = library.journal.add
  /** As the library has it now: the desktop program may change or remove it while a command runs (L14). */
  let known: StoredAccount | null = account
  const stored = (): StoredAccount | null => {
    const now = library.accounts.read() // a library that refuses says nothing of a removal
    if (now.ok) known = now.value.find(({ id }) => id === account.id) ?? null
    return known && { ...known, headerPrefix }
  }
  const run = createAccountRun({
    deps: { ...deps, journal },
    vault: createVault(found.watched, log),
    stored,
    save: (patch) => library.accounts.update(account.id, patch),
    onChange: () => {},
  })
  if (token === null && needsToken) await run.restore()
  if (token === null && needsToken && !run.signedIn()) {
    const problem =
      found.problem() ?? fail('signed-out', `No key is saved for ${account.label}.`, { next: LOGIN }).problem
    run.dispose()
    return refuse({ ok: false, problem })
  }
  const own = { ...deps, journal, accountId: account.id, baseUrl: account.baseUrl, headerPrefix }
  const service = token === null ? run.service() : createService({ ...own, token: async () => token })
  if (!service) return refuse(noAccount())
  const rowOf = (id: string): SessionRow | null => library.sessions.find(account.id, id)
  return ok({
    label: account.label,
    baseUrl: account.baseUrl,
    service,
    peers,
    log,
    titleOf: (id) => {
      const row = rowOf(id)
      return row && titleOf(row)
    },
    rowOf,
    account: { id: account.id, library, keychain: found.watched },
    close: async () => {
      service.dispose()
      run.dispose()
      library.close()
    },
  })
}
