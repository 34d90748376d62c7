import { titleOf } from '../contract/constants/session-constants.ts'
import { connectionDraftModel } from '../contract/models/account-models.ts'
import type { SessionRow } from '../contract/models/session-models.ts'
import { fail, ok, type Problem, type Result } from '../contract/result.ts'
import { createAccountRun } from '../core/account/account-run.ts'
import { keyTooShort } from '../core/account/connection-test.ts'
import { createVault } from '../core/account/vault.ts'
import type { Keychain, Log } from '../core/base/ports.ts'
import type { Library } from '../core/library/library.ts'
import type { StoredAccount } from '../core/library/tables/accounts-table.ts'
import { normaliseBaseUrl } from '../core/service/http/base-url.ts'
import { DEFAULT_HEADER_PREFIX } from '../core/service/http/headers.ts'
import { createPeers, type Peers } from '../core/service/http/peers.ts'
import { isTooShort } from '../core/service/redaction/redact.ts'
import { createService, type Service } from '../core/service/service.ts'
import { sampleFolder } from './cli-paths.ts'
import type { Context, ServiceOptions } from './context.ts'
import { clock, createCliLog, openKeychain, openSharedLibrary } from './environment.ts'

export type Connection = {
  /** For metadata files and for display. */
  label: string
  baseUrl: string
  service: Service
  /** Which addresses answered for the service. */
  peers: Peers
  log: Log
  /** The title a session goes by in the library: the person's own, else the service's; null without either. */
  titleOf: (sessionId: string) => string | null
  /** What the library knows of a session; null without a library, or when the session is not in it. */
  rowOf: (sessionId: string) => SessionRow | null
  /** The account of the desktop program that is used, with what it keeps; null for an address alone and the sample. */
  account: { id: string; library: Library; keychain: Keychain } | null
  close: () => Promise<void>
}

const NO_LIBRARY = { titleOf: () => null, rowOf: () => null }

const LOGIN = 'Run "replay-desk login", or set REPLAY_DESK_TOKEN.'
export const noAccount = () =>
  fail('signed-out', 'No accounts yet.', {
    next: 'Run "replay-desk login --base-url URL", or set REPLAY_DESK_BASE_URL and REPLAY_DESK_TOKEN.',
  })

/** The address of `--base-url` or the environment; null when neither names one. */
export const addressOf = ({ baseUrl }: ServiceOptions, env: NodeJS.ProcessEnv): Result<string | null> => {
  const typed = baseUrl ?? env.REPLAY_DESK_BASE_URL
  return typed ? normaliseBaseUrl(typed) : ok(null)
}

/** Null: not given. */
export const prefixOf = ({ headerPrefix }: ServiceOptions): Result<string | null> => {
  const read = connectionDraftModel.shape.headerPrefix.safeParse(headerPrefix)
  if (read.success) return ok(read.data ?? null)
  return fail('invalid-input', 'The header prefix must be letters, digits and hyphens, ending in a hyphen.', {
    next: 'An example is X-Service-.',
  })
}

const connectSample = async ({ version, addSecret }: Context, log: Log): Promise<Result<Connection>> => {
  const { startSampleService } = await import('../sample/sample-service.ts')
  const sample = await startSampleService({ folder: sampleFolder })
  addSecret(sample.key)
  const peers = createPeers()
  const service = createService({
    accountId: 'sample',
    baseUrl: sample.baseUrl,
    headerPrefix: DEFAULT_HEADER_PREFIX,
    version,
    fetch,
    onPeer: peers.heard,
    clock,
    journal: () => {},
    log,
    token: async () => sample.key,
  })
  return ok({
    label: 'Sample workspace',
    baseUrl: sample.baseUrl,
    service,
    peers,
    log,
    ...NO_LIBRARY,
    account: null,
    close: async () => {
      service.dispose()
      await sample.close()
    },
  })
}

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

/**
 * The service a command speaks to. With an address and REPLAY_DESK_TOKEN nothing is read or kept on this computer;
 * else the account of the desktop program is used, with its key from the keychain or from REPLAY_DESK_TOKEN.
 */
export const connect = async (
  context: Context,
  options: ServiceOptions,
  needsToken = true,
): Promise<Result<Connection>> => {
  const { env, version, addSecret } = context
  const log = createCliLog(context)
  if (options.sample) return connectSample(context, log)
  const address = addressOf(options, env)
  if (!address.ok) return address
  const prefix = prefixOf(options)
  if (!prefix.ok) return prefix
  const token = env.REPLAY_DESK_TOKEN?.trim() || null
  if (token !== null && isTooShort(token)) return keyTooShort()
  if (token) addSecret(token)
  const peers = createPeers()
  const deps = { fetch, onPeer: peers.heard, clock, version, log, journal: () => {} }

  if (address.value !== null && options.account === undefined && (token !== null || !needsToken)) {
    const baseUrl = address.value
    const headerPrefix = prefix.value ?? DEFAULT_HEADER_PREFIX
    const config = { ...deps, accountId: 'command-line', baseUrl, headerPrefix }
    const service = createService({ ...config, token: async () => token })
    const close = async () => service.dispose()
    return ok({ label: new URL(baseUrl).host, baseUrl, service, peers, log, ...NO_LIBRARY, account: null, close })
  }

  const opened = await openSharedLibrary(context, log)
  if (!opened.ok) return opened
  const library = opened.value
  const refuse = (result: Result<never>): Result<never> => {
    library.close()
    return result
  }
  const listed = library.accounts.read()
  if (!listed.ok) return refuse(listed)
  const selected = choose(listed.value, library.accounts.activeId(), options.account, address.value)
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
  const headerPrefix = prefix.value ?? account.headerPrefix
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
