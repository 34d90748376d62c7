import { fail, ok, type Problem, type Result } from '../../contract/result.ts'
import type { Clock } from '../base/ports.ts'
import { type Answer, type Context, problemOfAnswer, problemOfBadBody } from './answers/service-problems.ts'
import { type TokenGrant, tokenWire } from './answers/wire.ts'
import { readJson } from './http/body-text.ts'
import { DEFAULT_LIMITS } from './http/client.ts'
import { addressOf, exchange, withoutRepeated } from './http/exchange.ts'
import { clientHeaders, isSendable } from './http/headers.ts'
import { trafficOf } from './http/traffic.ts'
import { type Journal, journalEntry } from './journal.ts'
import { readRate, readRetryAfter } from './limits/rate-headers.ts'

export type TokenConfig = {
  accountId: string
  baseUrl: string
  headerPrefix: string
  version: string
  fetch: typeof fetch
  clock: Clock
  journal?: Journal
  timeoutMs?: number
  signal?: AbortSignal
}
export type Grant = { kind: 'password'; userName: string; password: string } | { kind: 'refresh'; refreshToken: string }

const formOf = (grant: Grant): [string, string][] =>
  grant.kind === 'password'
    ? [
        ['grant_type', 'password'],
        ['username', grant.userName],
        ['password', grant.password],
      ]
    : [
        ['grant_type', 'refresh_token'],
        ['refresh_token', grant.refreshToken],
      ]

/** OAuth answers wrong credentials with 400 `invalid_grant`; others with 401. */
const isRefused = (answer: Answer): boolean =>
  answer.status === 401 ||
  (answer.status === 400 && /invalid_grant|incorrect|invalid (?:user|cred|pass)/i.test(answer.text))

const problemOf = (answer: Answer, context: Context, grant: Grant): Problem => {
  const problem = problemOfAnswer(answer, context)
  if (isRefused(answer)) {
    return grant.kind === 'refresh'
      ? { ...problem, code: 'unauthorized', message: 'Your sign-in has expired.', next: 'Sign in again.' }
      : {
          ...problem,
          code: 'unauthorized',
          message: 'The service rejected the user name and password.',
          next: 'Check both, then retry.',
        }
  }
  if (problem.code !== 'not-supported') return problem
  const message = 'This service does not support sign-in with user name and password.'
  return { ...problem, message, next: 'Use an API key instead.' }
}

/**
 * `POST {base}/token`, the OAuth 2.0 password or refresh form (docs/service-contract.md, Authentication;
 * docs/deployments.md, Authentication). Sent once, never repeated. Password and tokens are redacted from everything that
 * comes back. Fails with `unauthorized` for refused credentials and `not-supported` where there is no token endpoint.
 */
export const requestToken = async (config: TokenConfig, grant: Grant): Promise<Result<TokenGrant>> => {
  const to = addressOf(config.baseUrl, ['token'], [])
  if (!to.ok) return to
  const form = formOf(grant)
  const secrets = form.slice(1).map(([, value]) => value)
  const raw = await exchange(
    { fetch: config.fetch, clock: config.clock, timeoutMs: config.timeoutMs ?? DEFAULT_LIMITS.timeoutMs },
    {
      url: to.value.url,
      method: 'POST',
      headers: {
        ...clientHeaders(config.headerPrefix, config.version),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    },
    config.signal,
  )
  const done = await withoutRepeated(raw, secrets)
  const { answer } = done
  const now = config.clock.now()
  const context: Context = {
    secrets,
    retryAfterMs: answer ? readRetryAfter(answer.headers, now) : null,
    optional: true,
  }
  const good = answer !== null && answer.status < 300
  const problem = good ? null : answer ? problemOf(answer, context, grant) : done.problem
  const ms = now - done.sentAt
  const rate = answer && readRate(answer.headers, now)
  const asked = { method: 'POST', path: to.value.path, query: [], secrets }
  config.journal?.(
    journalEntry({
      ...asked,
      at: done.sentAt,
      accountId: config.accountId,
      status: answer?.status ?? problem?.status ?? null,
      ms,
      limitLeft: rate?.remaining ?? null,
      limitTotal: rate?.limit ?? null,
      problem: problem?.code ?? null,
    }),
    trafficOf(done.wire, ms, { ...asked, baseUrl: config.baseUrl }),
  )
  if (problem) return { ok: false, problem }
  if (!answer) return fail('internal', 'The sign-in ended without a response.')
  // The grant alone comes from what was sent: it may be the same refresh token, or an access token that names the user.
  const read = tokenWire.safeParse(readJson(raw.answer?.text ?? ''))
  if (read.success && isSendable(read.data.accessToken)) return ok(read.data)
  // The body of a sign-in may be a token in a form that we do not know: nothing of it is shown.
  const { details: _secret, ...bad } = problemOfBadBody(answer, context)
  return { ok: false, problem: bad }
}
