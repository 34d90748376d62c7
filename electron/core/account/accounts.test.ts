import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Account, Credentials } from '../../contract/models/account-models.ts'
import { createClock } from '../base/clock.ts'
import type { Keychain, SampleWorkspace } from '../base/ports.ts'
import { libraryPerTest } from '../library/testing/per-test.ts'
import { listedSession, quietLog, unwrap } from '../library/testing/test-library.ts'
import { createAccounts } from './accounts.ts'
import { memoryKeychain, noKeychain } from './testing/test-keychain.ts'

const SECRET = 'tok-4f9a-recognisable'
const KEY: Credentials = { method: 'key', key: SECRET }
const PERSON: Credentials = { method: 'password', userName: 'ada', password: 'pass-77-recognisable' }

type Answer = { status: number; body: unknown; type?: string }
type Handler = (request: { path: string; bearer: string; form: URLSearchParams }) => Answer

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
const servers: Server[] = []
const serve = async (handler: Handler): Promise<string> => {
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await bodyOf(request))
    const path = (request.url ?? '').split('?')[0] ?? ''
    const {
      status,
      body,
      type = 'application/json',
    } = handler({ path, bearer: request.headers.authorization ?? '', form })
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const HEALTHY: Answer = { status: 200, body: { status: 'ok', version: '1.9.8', description: null } }
const REFUSED: Answer = { status: 401, body: { detail: 'no' } }
const page = (...ids: string[]): Answer => ({
  status: 200,
  body: { items: ids.map((session_id) => ({ session_id, status: 'closed' })), page: 1, has_next: false },
})
/** A service that lists for the good token; `tokens` may change under way. */
const listing =
  (tokens: Set<string>, ...ids: string[]): Handler =>
  ({ path, bearer }) => {
    if (path === '/health') return HEALTHY
    return tokens.has(bearer.replace('Bearer ', '')) ? page(...ids) : REFUSED
  }

const place = libraryPerTest()
let open: ReturnType<typeof createAccounts>[] = []
afterEach(async () => {
  for (const accounts of open) accounts.dispose()
  open = []
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const make = (
  keychain: Keychain = memoryKeychain(),
  start: SampleWorkspace['start'] = () => Promise.reject(new Error('none')),
) => {
  const end = vi.fn(async () => {})
  const seen: Account[][] = []
  const log = quietLog()
  const accounts = createAccounts({
    store: place.library.accounts,
    keychain,
    clock: createClock(),
    log,
    fetch,
    version: '0.0.0',
    journal: place.library.journal.add,
    sample: { start, end },
    onChange: (list) => void seen.push(list),
  })
  open.push(accounts)
  return { accounts, seen, log, end }
}

describe('the connection test tells apart', () => {
  const report = async (handler: Handler, credentials: Credentials = KEY) =>
    unwrap(await make().accounts.test({ baseUrl: `${await serve(handler)}/`, credentials }))

  test('works and lists', async () => {
    const result = await report(listing(new Set([SECRET]), 'a'))
    expect(result).toMatchObject({
      server: { kind: 'ok', version: '1.9.8' },
      credential: { kind: 'accepted' },
      listing: 'lists',
    })
    expect(result.baseUrl.endsWith('/')).toBe(false)
  })
  test('works and lists nothing', async () => {
    expect(await report(listing(new Set([SECRET])))).toMatchObject({
      credential: { kind: 'accepted' },
      listing: 'empty',
    })
  })
  test('key refused, although health answers without one', async () => {
    expect(await report(listing(new Set(['other-key-of-a-test'])))).toMatchObject({
      server: { kind: 'ok' },
      credential: { kind: 'problem', problem: { code: 'unauthorized' } },
    })
  })
  test('a key too short to be redacted is not taken', async () => {
    const serves = listing(new Set(['1234567']), 'a')
    const credentials = { method: 'key', key: '1234567' } as const
    expect(await report(serves, credentials)).toMatchObject({
      credential: { kind: 'problem', problem: { code: 'invalid-input' } },
    })
    const { accounts } = make()
    expect(await accounts.connect({ baseUrl: await serve(serves), credentials })).toMatchObject({ ok: false })
    expect(accounts.list()).toEqual([])
  })
  test('key refused already by health', async () => {
    expect(await report(() => REFUSED)).toMatchObject({ server: { kind: 'ok' }, credential: { kind: 'problem' } })
  })
  test.each([404, 405])('works without a list (%d): the key stays unproven', async (status) => {
    const handler: Handler = ({ path }) => (path === '/health' ? HEALTHY : { status, body: { detail: 'Not Found' } })
    expect(await report(handler)).toMatchObject({ credential: { kind: 'unproven' }, listing: 'not-supported' })
  })
  test.each<[string, Handler]>([
    ['a web page', () => ({ status: 200, body: '<!doctype html><title>Hi</title>', type: 'text/html' })],
    ['nothing at the paths', () => ({ status: 404, body: 'nope', type: 'text/plain' })],
    ['JSON of another shape', ({ path }) => (path === '/health' ? HEALTHY : { status: 200, body: { hello: 1 } })],
  ])('not this kind of service: %s', async (_name, handler) => {
    expect(await report(handler)).toMatchObject({
      server: { kind: 'problem', problem: { code: 'not-this-service' } },
      credential: { kind: 'not-tried' },
    })
  })
  test.each<[string, Handler, RegExp]>([
    ['404 everywhere', () => ({ status: 404, body: { detail: 'Not Found' } }), /\(404\)\. Tried \S+\/health\.$/],
    ['a web page', () => ({ status: 200, body: '<!doctype html>', type: 'text/html' }), /page .* Tried \S+\/health\.$/],
    [
      'a web page for the list',
      ({ path }) => (path === '/health' ? HEALTHY : { status: 200, body: '<!doctype html>', type: 'text/html' }),
      /Tried \S+\/health and \S+\/sessions\.$/,
    ],
  ])('an address without its path says so and names what was tried: %s', async (_name, handler, message) => {
    const bare = await report(handler)
    expect(bare.server).toMatchObject({ problem: { message: expect.stringMatching(message) } })
    expect(bare.server).toMatchObject({
      problem: { next: expect.stringContaining('may be missing a path such as /api/v1') },
    })
    const baseUrl = `${await serve((asked) => handler({ ...asked, path: asked.path.replace('/api/v2', '') }))}/api/v2`
    const below = unwrap(await make().accounts.test({ baseUrl, credentials: KEY }))
    expect(below.server).toMatchObject({ problem: { next: 'Check the path of the address, then retry.' } })
  })
  test('a bare host whose list answers 404 may lack its path as well', async () => {
    const lists: Handler = ({ path }) => (path === '/health' ? HEALTHY : { status: 404, body: {} })
    const { credential } = await report(lists)
    expect(credential).toMatchObject({ reason: expect.stringMatching(/such as \/api\/v1: \S+\/sessions was tried/) })
  })
  test('not reachable', async () => {
    const baseUrl = await serve(() => HEALTHY)
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve))
    const result = unwrap(await make().accounts.test({ baseUrl, credentials: KEY }))
    expect(result).toMatchObject({
      server: { kind: 'problem', problem: { code: 'not-reachable' } },
      credential: { kind: 'not-tried' },
    })
  })
  test('an address that breaks a rule', async () => {
    expect(await make().accounts.test({ baseUrl: 'http://example.com', credentials: KEY })).toMatchObject({
      problem: { code: 'invalid-input' },
    })
  })
  test('a wrong password, and a service without this form', async () => {
    const wrong: Handler = ({ path }) =>
      path === '/token' ? { status: 400, body: { error: 'invalid_grant' } } : HEALTHY
    expect(await report(wrong, PERSON)).toMatchObject({
      credential: { kind: 'problem', problem: { code: 'unauthorized' } },
    })
    const none: Handler = ({ path }) => (path === '/token' ? { status: 404, body: {} } : HEALTHY)
    expect(await report(none, PERSON)).toMatchObject({
      credential: { kind: 'problem', problem: { code: 'not-supported' } },
    })
  })
})

describe('accounts', () => {
  test('a key goes to the keychain alone; the next start reads it in the background', async () => {
    const keychain = memoryKeychain()
    const baseUrl = await serve(listing(new Set([SECRET]), 'a'))
    const first = make(keychain)
    const account = unwrap(await first.accounts.connect({ baseUrl, credentials: KEY }))
    expect(account).toMatchObject({
      active: true,
      signedIn: true,
      tokenPlace: { kind: 'keychain' },
      listsSessions: true,
    })
    first.accounts.dispose()

    const { accounts, seen } = make(keychain)
    expect(accounts.list()).toMatchObject([{ id: account.id, signedIn: false, active: true }])
    const asked = accounts.active()?.service.sessions(1) // waits for the keychain, not for the person
    await accounts.restore()
    expect(seen.at(-1)).toMatchObject([{ signedIn: true, tokenPlace: { kind: 'keychain' } }])
    expect(await asked).toMatchObject({ ok: true })
  })

  test('K01: without a keychain the token lives until the end and the person is told why', async () => {
    const baseUrl = await serve(listing(new Set([SECRET])))
    const { accounts } = make(noKeychain())
    const account = unwrap(await accounts.connect({ baseUrl, credentials: KEY }))
    expect(account.tokenPlace).toEqual({
      kind: 'memory',
      reason: 'No keychain service is running.',
      next: 'Install one.',
    })
    expect(await accounts.active()?.service.sessions(1)).toMatchObject({ ok: true })
    const next = make(noKeychain()).accounts
    await next.restore()
    expect(next.list()).toMatchObject([{ signedIn: false, tokenPlace: { kind: 'none' } }])
    expect(await next.active()?.service.sessions(1)).toMatchObject({ problem: { code: 'signed-out' } })
  })

  test.each([
    ['one flipped byte', (text: string) => text.replace('{"v":1', '{"v"\u00001')],
    ['something else', () => 'not ours'],
  ])('K06: an entry that cannot be read (%s) stays as it is until a new one works', async (_name, spoil) => {
    const keychain = memoryKeychain()
    const baseUrl = await serve(listing(new Set([SECRET, 'new-key-key-of-a-test'])))
    const account = unwrap(await make(keychain).accounts.connect({ baseUrl, credentials: KEY }))
    const [key = '', entry = ''] = [...keychain.entries][0] ?? []
    keychain.entries.set(key, spoil(entry))
    unwrap(place.library.sessions.upsertListed(account.id, [listedSession('kept')]))

    const { accounts } = make(keychain)
    await accounts.restore()
    expect(accounts.list()).toMatchObject([{ signedIn: false }])
    const refused = await accounts.signIn({
      accountId: account.id,
      credentials: { method: 'key', key: 'wrong-key-of-a-test' },
    })
    expect(refused).toMatchObject({ problem: { code: 'unauthorized' } })
    expect([...keychain.entries]).toEqual([[key, spoil(entry)]])
    unwrap(
      await accounts.signIn({ accountId: account.id, credentials: { method: 'key', key: 'new-key-key-of-a-test' } }),
    )
    expect(keychain.entries.get(key)).toBe(spoil(entry))
    expect(place.library.sessions.count(account.id)).toBe(1)

    const later = make(keychain).accounts
    await later.restore()
    expect(later.list()).toMatchObject([{ signedIn: true }])
    unwrap(await later.remove(account.id))
    expect([...keychain.entries]).toEqual([])
  })

  test('a password is exchanged and forgotten; 401 is renewed silently once, then signs out with nothing lost', async () => {
    const good = new Set<string>()
    let issued = 0
    let refreshWorks = true
    const grants: string[] = []
    const baseUrl = await serve((request) => {
      if (request.path !== '/token') return listing(good, 'a')(request)
      grants.push(request.form.get('grant_type') ?? '')
      if (request.form.get('grant_type') === 'refresh_token' && !refreshWorks) return REFUSED
      issued += 1
      good.clear()
      good.add(`access-${issued}`)
      const rotated = issued === 1 ? { refresh_token: 'refresh-1' } : {}
      return { status: 200, body: { access_token: `access-${issued}`, token_type: 'bearer', ...rotated } }
    })
    const keychain = memoryKeychain()
    const { accounts, seen, log } = make(keychain)
    const account = unwrap(await accounts.connect({ baseUrl, credentials: PERSON }))
    expect(account).toMatchObject({ method: 'password', userName: 'ada', signedIn: true })
    unwrap(place.library.sessions.upsertListed(account.id, [listedSession('kept')]))

    good.clear() // the access token ends
    const service = accounts.active()?.service
    const answers = await Promise.all([service?.sessions(1), service?.sessions(1), service?.sessions(1)])
    expect(answers.every((answer) => answer?.ok)).toBe(true)
    expect(grants).toEqual(['password', 'refresh_token'])
    expect([...keychain.entries.values()]).toEqual([expect.stringContaining('access-2')])
    expect([...keychain.entries.values()][0]).toContain('refresh-1')

    good.clear()
    refreshWorks = false
    expect(await service?.sessions(1)).toMatchObject({ ok: false })
    expect(seen.at(-1)).toMatchObject([{ signedIn: false }])
    expect(await service?.sessions(1)).toMatchObject({ problem: { code: 'signed-out' } })
    expect(place.library.sessions.count(account.id)).toBe(1)
    expect(keychain.entries.size).toBe(1)
    const everything = JSON.stringify([seen, log.lines, place.library.journal.latest(account.id, 99)])
    expect(everything).not.toMatch(/recognisable|access-\d|refresh-1/)
  })

  test('the journal of the account has the requests of connecting and signing in, and none of a mere test', async () => {
    const good = new Set([SECRET])
    const baseUrl = await serve(listing(good, 'a'))
    const { accounts } = make()
    await accounts.test({ baseUrl, credentials: KEY })
    const account = unwrap(await accounts.connect({ baseUrl, credentials: KEY }))
    const paths = () => place.library.journal.latest(account.id, 99).map(({ path }) => path.replace(/\?.*/, ''))
    expect(paths()).toEqual(['/sessions', '/health'])
    good.clear()
    expect(await accounts.signIn({ accountId: account.id, credentials: KEY })).toMatchObject({ ok: false })
    expect(place.library.journal.latest(account.id, 1)).toMatchObject([{ status: 401 }])
    expect(paths()).toHaveLength(4)
  })

  test('several accounts: switching, names of their own, connecting again is the same account', async () => {
    const baseUrl = await serve(listing(new Set([SECRET, 'second-key-of-a-test']), 'a'))
    const { accounts } = make()
    const one = unwrap(await accounts.connect({ baseUrl, credentials: KEY }))
    const two = unwrap(await accounts.connect({ baseUrl, credentials: { method: 'key', key: 'second-key-of-a-test' } }))
    expect(one.label).not.toBe(two.label)
    expect(unwrap(await accounts.connect({ baseUrl, credentials: KEY, label: 'Mine' }))).toMatchObject({
      id: one.id,
      label: 'Mine',
    })
    expect(accounts.active()?.account.id).toBe(one.id)
    unwrap(await accounts.activate(two.id))
    const before = accounts.active()?.service
    unwrap(await accounts.update({ accountId: two.id, headerPrefix: 'X-Brand-' }))
    expect(accounts.active()?.service).not.toBe(before)
    unwrap(await accounts.remove(two.id))
    expect(accounts.list()).toMatchObject([{ id: one.id, active: true }])
    expect(await accounts.activate('nobody')).toMatchObject({ problem: { code: 'not-found' } })
  })

  test('a refused key is not stored', async () => {
    const keychain = memoryKeychain()
    const baseUrl = await serve(listing(new Set()))
    const { accounts } = make(keychain)
    expect(await accounts.connect({ baseUrl, credentials: KEY })).toMatchObject({ problem: { code: 'unauthorized' } })
    expect([accounts.list(), [...keychain.entries]]).toEqual([[], []])
  })

  test('the sample workspace keeps its sessions though its port changes, and its token is kept nowhere', async () => {
    const keychain = memoryKeychain()
    const first = make(keychain, async () => ({ baseUrl: await serve(listing(new Set(['s1']))), token: 's1' })).accounts
    expect(unwrap(await first.openSample())).toMatchObject({
      id: 'sample',
      method: 'sample',
      tokenPlace: { kind: 'sample' },
    })
    unwrap(place.library.sessions.upsertListed('sample', [listedSession('kept')]))
    first.dispose()
    const baseUrl = await serve(listing(new Set(['s2']), 'x'))
    const { accounts } = make(keychain, async () => ({ baseUrl, token: 's2' }))
    expect(accounts.active()).toBeNull() // its service does not run yet
    await accounts.restore()
    expect(accounts.active()?.account).toMatchObject({ baseUrl, signedIn: true })
    expect(await accounts.active()?.service.sessions(1)).toMatchObject({ ok: true })
    expect([place.library.sessions.count('sample'), keychain.entries.size]).toEqual([1, 0])
  })

  test('a sample service that does not start is a problem, and the next attempt starts over', async () => {
    let tries = 0
    const baseUrl = await serve(listing(new Set(['s'])))
    const { accounts } = make(memoryKeychain(), async () => {
      tries += 1
      if (tries === 1) throw new Error('port taken')
      return { baseUrl, token: 's' }
    })
    expect(await accounts.openSample()).toMatchObject({ ok: false })
    expect(await accounts.openSample()).toMatchObject({ ok: true })
  })

  test('removing the sample workspace ends its service, and opening it again starts another', async () => {
    const baseUrl = await serve(listing(new Set(['s'])))
    const start = vi.fn(async () => ({ baseUrl, token: 's' }))
    const { accounts, end } = make(memoryKeychain(), start)
    unwrap(await accounts.openSample())
    unwrap(await accounts.openSample())
    unwrap(await accounts.remove('sample'))
    unwrap(await accounts.openSample())
    expect([start.mock.calls.length, end.mock.calls.length]).toEqual([2, 1])
  })

  test('L14: a sample workspace that another program removed can be opened again', async () => {
    const baseUrl = await serve(listing(new Set(['s'])))
    const { accounts, end } = make(memoryKeychain(), async () => ({ baseUrl, token: 's' }))
    unwrap(await accounts.openSample())
    unwrap(place.library.accounts.remove('sample'))
    await accounts.changedByOther()
    expect([accounts.list(), end.mock.calls.length]).toEqual([[], 1])
    expect(await accounts.openSample()).toMatchObject({ ok: true, value: { id: 'sample', active: true } })
  })

  test('L15: the same key is the same account, also before its token was read and for two sign-ins at once', async () => {
    const keychain = memoryKeychain()
    const baseUrl = await serve(listing(new Set([SECRET])))
    const first = make(keychain).accounts
    const [one, two] = await Promise.all([
      first.connect({ baseUrl, credentials: KEY }),
      first.connect({ baseUrl, credentials: KEY }),
    ])
    expect(unwrap(one).id).toBe(unwrap(two).id)
    const later = make(keychain).accounts // nothing restored, as in the command line
    expect(unwrap(await later.connect({ baseUrl, credentials: KEY })).id).toBe(unwrap(one).id)
    expect(later.list()).toHaveLength(1)
  })

  test('L15: a sign-in that must be kept and is not leaves no row, and no other active account', async () => {
    const baseUrl = await serve(listing(new Set([SECRET, 'other-key-of-a-test'])))
    const keychain = memoryKeychain()
    const { accounts } = make(keychain)
    const before = unwrap(
      await accounts.connect({ baseUrl, credentials: { method: 'key', key: 'other-key-of-a-test' } }),
    )
    const without = make(noKeychain()).accounts
    const refused = await without.connect({ baseUrl, credentials: KEY }, { inKeychain: true })
    expect(refused).toMatchObject({ ok: false, problem: { code: 'keychain' } })
    expect(place.library.accounts.list().map(({ id }) => id)).toEqual([before.id])
    expect(place.library.accounts.activeId()).toBe(before.id)
  })

  test('L13, L14: what another program does to accounts is seen: a sign-in, a new account, a removal', async () => {
    const keychain = memoryKeychain()
    const baseUrl = await serve(listing(new Set([SECRET, 'second-key-of-a-test'])))
    const { accounts, seen } = make(keychain)
    const mine = unwrap(await accounts.connect({ baseUrl, credentials: KEY }))
    unwrap(await accounts.signOut(mine.id))
    expect(accounts.list()).toMatchObject([{ signedIn: false }])

    const outside = make(keychain).accounts
    unwrap(await outside.signIn({ accountId: mine.id, credentials: KEY }))
    const added = unwrap(
      await outside.connect({ baseUrl, credentials: { method: 'key', key: 'second-key-of-a-test' } }),
    )
    await accounts.changedByOther()
    expect(new Map(accounts.list().map(({ id, signedIn }) => [id, signedIn]))).toEqual(
      new Map([
        [mine.id, true],
        [added.id, true],
      ]),
    )
    expect(seen.at(-1)).toHaveLength(2)

    unwrap(await outside.remove(mine.id))
    await accounts.changedByOther()
    expect(accounts.list()).toMatchObject([{ id: added.id, active: true }])
    const told = seen.length
    await accounts.changedByOther()
    expect(seen).toHaveLength(told) // nothing changed, nothing told
  })

  test('a sign-out keeps sessions and notes, and leaves no key behind', async () => {
    const keychain = memoryKeychain()
    const baseUrl = await serve(listing(new Set([SECRET])))
    const { accounts } = make(keychain)
    const { id } = unwrap(await accounts.connect({ baseUrl, credentials: KEY }))
    unwrap(place.library.sessions.upsertListed(id, [listedSession('kept')]))
    unwrap(place.library.reviews.review(id, 'kept', { note: 'still here' }))
    expect(unwrap(await accounts.signOut(id))).toMatchObject({ signedIn: false, active: true })
    expect(keychain.entries.size).toBe(0)
    expect(unwrap(place.library.sessions.get(id, 'kept')).note).toBe('still here')
    const next = make(keychain).accounts
    await next.restore()
    expect(next.list()).toMatchObject([{ id, signedIn: false }])
  })
})
