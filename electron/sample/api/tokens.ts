import { randomBytes } from 'node:crypto'
import { type ApiRequest, type ApiRoute, answer, invalid } from './api-answers.ts'

export type TokenConfig = { key: string; userName: string; password: string; lifeMs: number; now: () => number }

/** The key, the password form of OAuth 2.0 (RFC 6749, 4.3 and 6), and who a bearer is. */
export const createTokens = ({ key, userName, password, lifeMs, now }: TokenConfig) => {
  const access = new Map<string, number>()
  const refresh = new Set<string>()

  const issue = () => {
    const token = `sample_at_${randomBytes(18).toString('base64url')}`
    const next = `sample_rt_${randomBytes(18).toString('base64url')}`
    access.set(token, now() + lifeMs)
    refresh.add(next)
    return answer({
      access_token: token,
      token_type: 'bearer',
      expires_in: Math.round(lifeMs / 1000),
      refresh_token: next,
    })
  }
  const denied = (text: string) => answer({ error: 'invalid_grant', error_description: text, detail: text }, 400)

  const grant = (request: ApiRequest) => {
    const form = new URLSearchParams(request.body)
    const missing = (names: string[]) =>
      names
        .filter((name) => !form.get(name))
        .map((name) => ({ type: 'missing', loc: ['body', name], msg: 'Field required', input: null }))
    const kind = form.get('grant_type') ?? 'password'
    if (kind === 'refresh_token') {
      const faults = missing(['refresh_token'])
      if (faults.length > 0) return invalid(...faults)
      return refresh.delete(form.get('refresh_token') ?? '') ? issue() : denied('The refresh token is not valid')
    }
    if (kind !== 'password') {
      return invalid({
        type: 'string_pattern_mismatch',
        loc: ['body', 'grant_type'],
        msg: "String should match pattern '^password$'",
        input: kind,
      })
    }
    const faults = missing(['username', 'password'])
    if (faults.length > 0) return invalid(...faults)
    const right = form.get('username') === userName && form.get('password') === password
    return right ? issue() : denied('Incorrect username or password')
  }

  /** The caller behind an Authorization header, as a name for the rate window; null without one. */
  const caller = (header: string | undefined): string | null => {
    const token = /^Bearer (.+)$/i.exec(header ?? '')?.[1]
    if (token === undefined) return null
    if (token === key) return 'key'
    const until = access.get(token)
    return until !== undefined && now() < until ? 'password' : null
  }

  const routes: ApiRoute[] = [{ method: 'POST', path: '/token', open: true, run: grant }]
  return { routes, caller, expireAll: () => access.clear() }
}
