import type { Result } from '../../../electron/contract/result.ts'
import { createClock } from '../../../electron/core/base/clock.ts'
import { createService, type Service } from '../../../electron/core/service/service.ts'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'

const quiet = () => {}
const CONNECTION = 'conn-supplier-portal'
export const PROFILE = 'profile-supplier-portal'

/** One request and its answer, as they travelled. */
export type Seen = {
  method: string
  path: string
  headers: Headers
  status: number
  violations: string | null
  text: string
}

/** A fetch that keeps what travelled. `spoil` changes a request on its way, as a broken client would. */
export const watched = (
  seen: Seen[],
  prefer: string | null,
  spoil: (init: RequestInit) => RequestInit = (init) => init,
) => {
  const watch: typeof fetch = async (input, given) => {
    const init = spoil({ ...given })
    const headers = new Headers(init.headers)
    const sent = new Headers(headers)
    if (prefer !== null) headers.set('prefer', prefer) // asks Prism for another of its answers; ours never send it
    const response = await fetch(input, { ...init, headers })
    seen.push({
      method: init.method ?? 'GET',
      path: new URL(String(input)).pathname,
      headers: sent,
      status: response.status,
      violations: response.headers.get('sl-violations'),
      text: await response.clone().text(),
    })
    return response
  }
  return watch
}

export const serviceAt = (baseUrl: string, token: string, fetchWith: typeof fetch): Service =>
  createService({
    accountId: 'prism',
    baseUrl,
    headerPrefix: 'X-Service-',
    version: '0.1.0',
    token: async () => token,
    fetch: fetchWith,
    clock: createClock(),
    journal: quiet,
    log: { info: quiet, warn: quiet, error: quiet },
    limits: { tries: 1, tries429: 1 },
  })

export type Ask = (service: Service) => Promise<Result<unknown>>
/** Every operation of our client, with each of its headers. */
export const operations: [name: string, ask: Ask][] = [
  ['health', (s) => s.health()],
  ['replay', (s) => s.replay(sampleIds.shopCheckout)],
  ['replay of an id that is encoded', (s) => s.replay('a/b c?d#é%2F')],
  ['cookies', (s) => s.cookies(PROFILE)],
  ['put function login', (s) => s.putFunction(CONNECTION, 'login', 'def run():\n    return "é \\u0000 🍪"\n')],
  ['put function verifier', (s) => s.putFunction(CONNECTION, 'verifier', 'x')],
  ['get function', (s) => s.getFunction(CONNECTION, 'login')],
  ['cache policy', (s) => s.cachePolicy({})],
  ['cache policy, mode default', (s) => s.cachePolicy({ mode: 'default' })],
  ['cache policy, mode refresh', (s) => s.cachePolicy({ mode: 'refresh' })],
  ['cache policy, mode bypass', (s) => s.cachePolicy({ mode: 'bypass' })],
  ['cache policy, max age', (s) => s.cachePolicy({ maxAgeMs: 86_400_000 })],
  ['cache policy, max age 0', (s) => s.cachePolicy({ maxAgeMs: 0 })],
  ['cache policy, ttl', (s) => s.cachePolicy({ ttlSeconds: 60 })],
  ['cache policy, all three', (s) => s.cachePolicy({ mode: 'refresh', maxAgeMs: 1, ttlSeconds: 0 })],
  ['sessions', (s) => s.sessions(1)],
  ['session', (s) => s.session(sampleIds.shopCheckout)],
  ['profiles', (s) => s.profiles(1)],
  ['usage', (s) => s.usage()],
]
