import type { ConnectionReport, Credentials } from '../../contract/models/account-models.ts'
import { fail, ok, type Problem, type Result } from '../../contract/result.ts'
import type { Clock, Log } from '../base/ports.ts'
import { normaliseBaseUrl } from '../service/http/base-url.ts'
import type { Peers } from '../service/http/peers.ts'
import type { Journal } from '../service/journal.ts'
import { isTooShort } from '../service/redaction/redact.ts'
import { createService } from '../service/service.ts'
import { requestToken } from '../service/token.ts'
import type { Tokens } from './vault.ts'

export type AccountDeps = {
  fetch: typeof fetch
  onPeer?: Peers['heard']
  clock: Clock
  version: string
  log: Log
  journal: Journal
}
export type Tested = { report: ConnectionReport; tokens: Tokens | null }

/** A test may belong to no account yet: the caller passes the journal of one, if any. */
const TEST_ACCOUNT = 'connection-test'

const isRefusal = ({ code }: Problem): boolean =>
  code === 'unauthorized' || code === 'forbidden' || code === 'signed-out'

/**
 * No API of this kind at the address: names what was asked, and that a path may be missing. People copy the host
 * of a service that lives below a prefix (`https://host/api/v1`).
 */
const notThisService = (problem: Problem, baseUrl: string, asked: readonly string[]): Problem => {
  const tried = asked.map((path) => `${baseUrl}${path}`).join(' and ')
  const said =
    problem.code === 'not-this-service' ? problem.message : 'There is a server at this address, but not this service.'
  const next =
    new URL(baseUrl).pathname === '/'
      ? 'The address may be missing a path such as /api/v1. Add it, then retry.'
      : 'Check the path of the address, then retry.'
  return { ...problem, code: 'not-this-service', message: `${said} Tried ${tried}.`, next }
}

/** The key is asked for in full because what cannot be recognised cannot be kept out of logs, files and the page. */
export const keyTooShort = () =>
  fail('invalid-input', 'This key is too short: it could not be hidden reliably in logs and exports.', {
    next: 'Enter the complete key (at least 8 characters).',
  })

const tokensFor = async (
  deps: AccountDeps,
  baseUrl: string,
  headerPrefix: string,
  credentials: Credentials,
): Promise<Result<Tokens>> => {
  if (credentials.method === 'key' && isTooShort(credentials.key)) return keyTooShort()
  if (credentials.method === 'key') return ok({ accessToken: credentials.key, refreshToken: null })
  const { userName, password } = credentials
  const { fetch, clock, version, journal } = deps
  const config = { accountId: TEST_ACCOUNT, baseUrl, headerPrefix, fetch, clock, version, journal }
  const granted = await requestToken(config, { kind: 'password', userName, password })
  return granted.ok ? ok({ accessToken: granted.value.accessToken, refreshToken: granted.value.refreshToken }) : granted
}

/**
 * Tells apart: not reachable, not this kind of service, key refused, works but lists nothing, works but has no list.
 * `GET /health` may answer without a credential (docs/deployments.md, Authentication), so it proves the server alone
 * and the key is proven by the list. Fails only for an address that breaks a rule. The tokens are for the caller, never
 * for the report.
 */
export const testConnection = async (
  deps: AccountDeps,
  typed: { baseUrl: string; headerPrefix: string; credentials: Credentials },
): Promise<Result<Tested>> => {
  const address = normaliseBaseUrl(typed.baseUrl)
  if (!address.ok) return address
  const baseUrl = address.value
  const { headerPrefix, credentials } = typed
  let tokens: Tokens | null = null
  const service = createService({
    ...deps,
    accountId: TEST_ACCOUNT,
    baseUrl,
    headerPrefix,
    token: async () => tokens?.accessToken ?? null,
  })
  type Rest = Omit<ConnectionReport, 'baseUrl'>
  const done = (rest: Rest): Result<Tested> => ok({ report: { baseUrl, ...rest }, tokens })
  const serverProblem = (problem: Problem) =>
    done({ server: { kind: 'problem', problem }, credential: { kind: 'not-tried' }, listing: 'unknown' })

  try {
    const health = await service.health()
    if (!health.ok && !isRefusal(health.problem)) {
      const elsewhere = health.problem.code === 'not-this-service'
      return serverProblem(elsewhere ? notThisService(health.problem, baseUrl, ['/health']) : health.problem)
    }
    const server: ConnectionReport['server'] = health.ok
      ? { kind: 'ok', version: health.value.version, latencyMs: health.value.latencyMs }
      : { kind: 'ok', version: null, latencyMs: 0 }
    const refused = (problem: Problem) => done({ server, credential: { kind: 'problem', problem }, listing: 'unknown' })

    const granted = await tokensFor(deps, baseUrl, headerPrefix, credentials)
    if (!granted.ok) return refused(granted.problem)
    tokens = granted.value
    const list = await service.sessions(1)
    if (list.ok) {
      const empty = list.value.items.length === 0 && list.value.skipped === 0
      return done({ server, credential: { kind: 'accepted' }, listing: empty ? 'empty' : 'lists' })
    }
    const { problem } = list
    if (isRefusal(problem) || problem.code === 'invalid-input') return refused(problem)
    if (problem.code === 'not-this-service' || problem.code === 'bad-answer')
      return serverProblem(notThisService(problem, baseUrl, ['/health', '/sessions']))
    if (problem.code === 'not-supported') {
      const path =
        new URL(baseUrl).pathname === '/'
          ? ` If you expect a list, the address may be missing a path such as /api/v1: ${baseUrl}/sessions was tried.`
          : ''
      const reason = `This service does not list sessions, so the key is verified when you open the first recording.${path}`
      return done({ server, credential: { kind: 'unproven', reason }, listing: 'not-supported' })
    }
    return done({ server, credential: { kind: 'unproven', reason: problem.message }, listing: 'unknown' })
  } finally {
    service.dispose()
  }
}
