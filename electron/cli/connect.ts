import type { SessionRow } from '../contract/models/session-models.ts'
import { fail, ok, type Result } from '../contract/result.ts'
import { HEADER_PREFIX } from '../contract/text/connection-text.ts'
import { keyTooShort } from '../core/account/connection-test.ts'
import type { Keychain, Log } from '../core/base/ports.ts'
import type { Library } from '../core/library/library.ts'
import { normaliseBaseUrl } from '../core/service/http/base-url.ts'
import { DEFAULT_HEADER_PREFIX } from '../core/service/http/headers.ts'
import { createPeers, type Peers } from '../core/service/http/peers.ts'
import { isTooShort } from '../core/service/redaction/redact.ts'
import { createService, type Service } from '../core/service/service.ts'
import { sampleFolder } from './cli-paths.ts'
import type { Context, ServiceOptions } from './context.ts'
import { clock, createCliLog } from './environment.ts'

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

/** The address of `--base-url` or the environment; null when neither names one. */
export const addressOf = ({ baseUrl }: ServiceOptions, env: NodeJS.ProcessEnv): Result<string | null> => {
  const typed = baseUrl ?? env.REPLAY_DESK_BASE_URL
  return typed ? normaliseBaseUrl(typed) : ok(null)
}

/** Null: not given. */
export const prefixOf = ({ headerPrefix }: ServiceOptions): Result<string | null> => {
  if (headerPrefix === undefined) return ok(null)
  if (HEADER_PREFIX.test(headerPrefix)) return ok(headerPrefix)
  return fail('invalid-input', 'The header prefix must be letters, digits and hyphens, ending in a hyphen.', {
    next: 'An example is X-Service-.',
  })
}

type Direct = { accountId: string; label: string; baseUrl: string; headerPrefix: string; token: string | null }

/** A service without an account: nothing of it is kept on this computer. */
const connectDirectly = ({ version }: Context, log: Log, { label, token, ...at }: Direct): Connection => {
  const peers = createPeers()
  const service = createService({
    ...at,
    version,
    fetch,
    onPeer: peers.heard,
    clock,
    journal: () => {},
    log,
    token: async () => token,
  })
  const close = async () => service.dispose()
  return { label, baseUrl: at.baseUrl, service, peers, log, ...NO_LIBRARY, account: null, close }
}

const connectSample = async (context: Context, log: Log): Promise<Result<Connection>> => {
  const { startSampleService } = await import('../sample/sample-service.ts')
  const { key, baseUrl, close } = await startSampleService({ folder: sampleFolder })
  context.addSecret(key)
  const at = { accountId: 'sample', label: 'Sample workspace', baseUrl, headerPrefix: DEFAULT_HEADER_PREFIX }
  const connection = connectDirectly(context, log, { ...at, token: key })
  return ok({
    ...connection,
    close: async () => {
      await connection.close()
      await close()
    },
  })
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
  const { env, addSecret } = context
  const log = createCliLog(context)
  if (options.sample) return connectSample(context, log)
  const address = addressOf(options, env)
  if (!address.ok) return address
  const prefix = prefixOf(options)
  if (!prefix.ok) return prefix
  const token = env.REPLAY_DESK_TOKEN?.trim() || null
  if (token !== null && isTooShort(token)) return keyTooShort()
  if (token) addSecret(token)

  if (address.value !== null && options.account === undefined && (token !== null || !needsToken)) {
    const baseUrl = address.value
    const headerPrefix = prefix.value ?? DEFAULT_HEADER_PREFIX
    const at = { accountId: 'command-line', label: new URL(baseUrl).host, baseUrl, headerPrefix }
    return ok(connectDirectly(context, log, { ...at, token }))
  }

  const peers = createPeers()
  const { connectAccount } = await import('./connect-account.ts')
  const named = options.account
  const config = { log, peers, named, address: address.value, headerPrefix: prefix.value, token, needsToken }
  return connectAccount(context, config)
}
