import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClock } from '../../../electron/core/base/clock.ts'
import type { Service } from '../../../electron/core/service/service.ts'
import { requestToken } from '../../../electron/core/service/token.ts'
import { contract, contractOfDeployments } from './contract-document.ts'
import { type Prism, startPrism } from './prism.ts'
import { type Ask, operations, type Seen, serviceAt, watched } from './prism-operations.ts'

/* Our client against Stoplight Prism, which knows the contract's document and nothing of us. */

let folder: string
let mock: Prism
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prism-'))
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(contractOfDeployments()))
  mock = await startPrism(document)
}, 60_000)
afterAll(async () => {
  await mock?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const known: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type'])
const declaredHeaders = (): Set<string> => {
  const { paths, components } = contract()
  const own = Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ parameters }) => parameters ?? []))
  return new Set(
    [...own, ...Object.values(components.parameters)]
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => (name ?? '').toLowerCase()),
  )
}
/** The path of the document that a request fits: `/sessions/{session_id}`. */
const operationOf = ({ method, path }: Seen): string | undefined =>
  Object.entries(contractOfDeployments().paths)
    .filter(([, item]) => method.toLowerCase() in item)
    .map(([template]) => template)
    .find((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path))

const without = (init: RequestInit, name: string): RequestInit => {
  const headers = new Headers(init.headers)
  headers.delete(name)
  return { ...init, headers }
}

const SEEDS = ['1', 'two', '33', 'cookie', '5'] as const
const answersOfPrism = [null, ...SEEDS.map((seed) => `dynamic=true, seed=${seed}`)]

describe('our client against the contract (prism mock --errors)', () => {
  const all: Seen[] = []

  it.each(operations)('%s: a valid request, and every valid answer is read', async (_name, ask) => {
    for (const prefer of answersOfPrism) {
      const seen: Seen[] = []
      const result = await ask(serviceAt(mock.url, 'not-a-real-key', watched(seen, prefer)))
      expect(seen.map(({ status, violations }) => ({ status, violations }))).toEqual([
        { status: 200, violations: null },
      ])
      expect(result, `${prefer}: ${seen[0]?.text.slice(0, 500)}`).toMatchObject({ ok: true })
      all.push(...seen)
    }
  })

  it.each([
    ['password', { kind: 'password', userName: 'a b&ü', password: 'p+%&=ü' }],
    ['refresh', { kind: 'refresh', refreshToken: 'r+/=' }],
  ] as const)('token by %s', async (_name, grant) => {
    for (const prefer of answersOfPrism) {
      const seen: Seen[] = []
      const { url: baseUrl } = mock
      const config = { accountId: 'prism', baseUrl, headerPrefix: 'X-Service-', version: '0.1.0', clock: createClock() }
      const result = await requestToken({ ...config, fetch: watched(seen, prefer) }, grant)
      expect(seen).toMatchObject([{ status: 200, violations: null }])
      expect(result, `${prefer}: ${seen[0]?.text}`).toMatchObject({ ok: true })
      all.push(...seen)
    }
  })

  it('every operation of the contract and of running deployments was among them', () => {
    const asked = new Set(all.map((seen) => `${seen.method} ${operationOf(seen)}`))
    const there = Object.entries(contractOfDeployments().paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect([...asked].toSorted()).toEqual(there.toSorted())
  })

  it('only headers that the contract names were sent, and each of them was', () => {
    const sent = new Set(all.flatMap(({ headers }) => [...headers.keys()]).filter((name) => !known.has(name)))
    expect([...sent].toSorted()).toEqual([...declaredHeaders()].toSorted())
  })

  it('what the document gives as examples is read field by field', async () => {
    const service = serviceAt(mock.url, 'not-a-real-key', watched([], null))
    expect(await service.health()).toMatchObject({ value: { status: 'ok', version: '1.9.8', description: 'Up' } })
    expect(await service.replay('s')).toEqual({
      ok: true,
      value: {
        mp4Url: 'https://media.example/r/1.mp4?signature=s',
        playlist: '#EXTM3U\n',
        expiresAt: Date.UTC(2026, 10, 28, 12),
        startMs: 1_500,
        durationMs: 60_000,
      },
    })
    expect(await service.cookies('p')).toMatchObject({
      value: { skipped: 0, items: [{ name: 'sid', domain: '.shop.example', expires: 1999999999.5, sameSite: 'Lax' }] },
    })
    expect(await service.putFunction('c', 'login', 'x')).toMatchObject({
      value: { version: '3', sourceFunctionId: 'fn-login', sourceFunctionVersion: '12' },
    })
    expect(await service.sessions(1)).toMatchObject({ value: { skipped: 0, items: [{ durationMs: 41_286 }] } })
    expect(service.limit()).toMatchObject({ limit: 100 })
  })

  it('no record of a generated list is lost: each is read or counted as skipped', async () => {
    for (const seed of SEEDS) {
      const seen: Seen[] = []
      const result = await serviceAt(mock.url, 'k', watched(seen, `dynamic=true, seed=${seed}`)).cookies('p')
      const { cookies } = JSON.parse(seen[0]?.text ?? '') as { cookies: unknown[] }
      expect(result.ok && result.value.items.length + result.value.skipped).toBe(cookies.length)
    }
  })

  it.each([
    [422, (s: Service) => s.cachePolicy({}), 'rejected'],
    [422, (s: Service) => s.cookies('p'), 'rejected'],
    [422, (s: Service) => s.putFunction('c', 'login', 'x'), 'rejected'],
    [429, (s: Service) => s.cachePolicy({}), 'rate-limited'],
    [429, (s: Service) => s.putFunction('c', 'login', 'x'), 'rate-limited'],
  ] as const)('the refusal %i of the contract is reported with its own code', async (status, ask, code) => {
    const seen: Seen[] = []
    const result = await ask(serviceAt(mock.url, 'k', watched(seen, `code=${status}`)))
    expect(seen).toMatchObject([{ status, violations: null }])
    expect(result).toMatchObject({ ok: false, problem: { code, status } })
    if (status === 422) expect(result).toMatchObject({ problem: { fields: [{ path: ['path', 'session_id'] }] } })
  })

  it.each<[string, (init: RequestInit) => RequestInit, Ask, number, string]>([
    ['no bearer', (init) => without(init, 'authorization'), (s) => s.cookies('p'), 401, 'security'],
    [
      'another body',
      (init) => ({ ...init, body: '{"sauce":"x"}' }),
      (s) => s.putFunction('c', 'login', 'x'),
      422,
      'source',
    ],
    [
      'an empty source',
      (init) => ({ ...init, body: '{"source":""}' }),
      (s) => s.putFunction('c', 'login', 'x'),
      422,
      'source',
    ],
    [
      'a mode the contract does not know',
      (init) => ({ ...init, headers: { ...init.headers, 'X-Service-Cache-Mode': 'sometimes' } }),
      (s) => s.cachePolicy({}),
      422,
      'x-service-cache-mode',
    ],
  ])('control: Prism reports %s', async (_name, spoil, ask, status, what) => {
    const seen: Seen[] = []
    const result = await ask(serviceAt(mock.url, 'k', watched(seen, null, spoil)))
    expect(seen[0]?.status).toBe(status)
    expect(seen[0]?.violations).toContain(what)
    expect(result.ok).toBe(false)
  })
})
