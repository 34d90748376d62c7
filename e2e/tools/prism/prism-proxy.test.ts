import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClock } from '../../../electron/core/base/clock.ts'
import { requestToken } from '../../../electron/core/service/token.ts'
import { startSampleService } from '../../../electron/sample/sample-service.ts'
import type { SampleService } from '../../../electron/sample/sample-session.ts'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { contractOfDeployments } from './contract-document.ts'
import { type Prism, startPrism } from './prism.ts'
import { operations, PROFILE, type Seen, serviceAt, watched } from './prism-operations.ts'

/* Our sample service behind Stoplight Prism, which lets only answers through that fit the contract's document. */

let folder: string
let sample: SampleService
let proxy: Prism
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prism-'))
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(contractOfDeployments()))
  const sampleFolder = join(import.meta.dirname, '../../../assets/sample')
  sample = await startSampleService({ folder: sampleFolder, rateLimit: { limit: 100_000, windowS: 60 } })
  proxy = await startPrism(document, sample.baseUrl)
}, 60_000)
afterAll(async () => {
  await Promise.all([proxy?.stop(), sample?.close()])
  rmSync(folder, { recursive: true, force: true })
})

describe('our sample service against the contract (prism proxy --errors)', () => {
  /** The answer is the sample's own and fits the document: Prism put nothing of its own in its place. */
  const conforms = (seen: Seen[], status: number) => {
    const [one] = seen
    expect(one?.text).not.toContain('stoplight.io/prism')
    expect({ status: one?.status, violations: one?.violations }).toEqual({ status, violations: null })
  }
  const through = (seen: Seen[], token = sample.key) => serviceAt(proxy.url, token, watched(seen, null))

  it.each(operations.filter(([name]) => !name.includes('encoded')))('%s', async (_name, ask) => {
    const seen: Seen[] = []
    const result = await ask(through(seen))
    conforms(seen, 200)
    expect(result).toMatchObject({ ok: true })
  })

  it('every page of the list, and every session of it', async () => {
    const seen: Seen[] = []
    const service = through(seen)
    const page = await service.sessions(1)
    expect(page.ok && page.value.skipped).toBe(0)
    for (const { sessionId } of page.ok ? page.value.items : []) await service.session(sessionId)
    expect(seen.length).toBeGreaterThan(10)
    for (const one of seen) conforms([one], 200)
  })

  it('every replay: ready, empty, not ended, processing, without frames, failed, unknown', async () => {
    const statuses = new Set<number>()
    for (const id of [...Object.values(sampleIds), 'no-such-session']) {
      const seen: Seen[] = []
      await through(seen).replay(id)
      conforms(seen, seen[0]?.status ?? 0)
      statuses.add(seen[0]?.status ?? 0)
    }
    expect([...statuses].toSorted()).toEqual(expect.arrayContaining([200, 404, 410]))
  })

  it('both signs-in, and one that is refused', async () => {
    const config = {
      accountId: 'prism',
      baseUrl: proxy.url,
      headerPrefix: 'X-Service-',
      version: '0.1.0',
      clock: createClock(),
    }
    const { userName, password } = sample
    const seen: Seen[] = []
    const token = await requestToken(
      { ...config, fetch: watched(seen, null) },
      { kind: 'password', userName, password },
    )
    conforms(seen, 200)
    const refreshToken = (token.ok && token.value.refreshToken) || ''
    const again: Seen[] = []
    await requestToken({ ...config, fetch: watched(again, null) }, { kind: 'refresh', refreshToken })
    conforms(again, 200)
    const refused: Seen[] = []
    await requestToken({ ...config, fetch: watched(refused, null) }, { kind: 'password', userName, password: 'wrong' })
    conforms(refused, refused[0]?.status ?? 0)
    expect([400, 401]).toContain(refused[0]?.status)
  })

  const raw = async (path: string, init: RequestInit = {}): Promise<Seen[]> => {
    const seen: Seen[] = []
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${sample.key}`)
    await watched(seen, null)(`${proxy.url}${path}`, { method: 'GET', ...init, headers })
    return seen
  }

  it('422: a header the service cannot read, with the body of the contract', async () => {
    const seen = await raw('/data/cache', { headers: { 'X-Service-Cache-Max-Age-Ms': 'soon' } })
    conforms(seen, 422)
    expect(JSON.parse(seen[0]?.text ?? '')).toMatchObject({
      detail: [{ loc: ['header', 'X-Service-Cache-Max-Age-Ms'] }],
    })
  })

  it.each(['full', 'detail', 'message'] as const)('401, 403, 404, 429, 500, 529 with error bodies %j', async (form) => {
    sample.faults.api.errorBodies = form
    for (const status of [403, 404, 429, 500, 502, 529]) {
      sample.faults.api.next = [{ status, times: 1 }]
      conforms(await raw(`/profiles/${PROFILE}/cookies`), status)
    }
    const seen: Seen[] = []
    await through(seen, 'wrong-key').cookies(PROFILE)
    conforms(seen, 401)
    conforms(await raw('/profiles/no-such-profile/cookies'), 404)
    conforms(await raw('/managed-auth/connections/no-such-connection/functions/login'), 404)
    sample.faults.api.errorBodies = 'full'
  })

  it('429 of the limit itself, with its headers', async () => {
    const limits = sample.faults.api.rateLimit
    sample.faults.api.rateLimit = { limit: 1, windowS: 60 }
    const seen = [...(await raw('/health')), ...(await raw('/data/cache')), ...(await raw('/data/cache'))]
    sample.faults.api.rateLimit = limits
    const last = seen.at(-1)
    conforms(last ? [last] : [], 429)
  })

  it.each([
    ['cookies that are no list', { cookies: 'none' }, `/profiles/${PROFILE}/cookies`],
    ['a policy that is no object', [1], '/data/cache'],
    ['an offset that is no whole number', { video_start_ms: 1.5 }, `/sessions/${sampleIds.shopCheckout}/replay`],
  ])('control: Prism reports %s', async (_name, body, path) => {
    sample.faults.api.next = [{ status: 200, times: 1, body }]
    const [seen] = await raw(path)
    expect(seen?.status).toBe(500)
    expect(seen?.text).toContain('stoplight.io/prism/errors#VIOLATIONS')
  })

  it('control: Prism reports an answer without the limit', async () => {
    sample.faults.api.rateHeaders = 'none'
    const [seen] = await raw('/data/cache')
    sample.faults.api.rateHeaders = 'honest'
    expect(seen?.text).toContain('x-ratelimit')
  })
})
