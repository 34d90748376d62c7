import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { LARGEST_SOURCE_BYTES, SENDS_KEPT } from '../../contract/constants/function-constants.ts'
import type { FunctionTarget } from '../../contract/models/function-models.ts'
import { startSampleService } from '../../sample/sample-service.ts'
import type { SampleService } from '../../sample/sample-session.ts'
import { memoryKeychain } from '../account/testing/test-keychain.ts'
import type { Library } from '../library/library.ts'
import { quietLog, testFolder, testLibrary, unwrap } from '../library/testing/test-library.ts'
import { startServer, testService } from '../service/testing/test-server.ts'
import { createFunctions } from './functions.ts'
import { createSourceStore } from './source-store.ts'

const assets = join(import.meta.dirname, '../../../assets/sample')
const login: FunctionTarget = { connectionId: 'conn-supplier-portal', role: 'login' }
const A = 'a1'
const MINE = 'def run(page, credentials):\n    return {"signed_in": True}\n'
const THEIRS = 'def run(page, credentials):\n    raise NotImplementedError\n'

let place: ReturnType<typeof testFolder>
let library: Library
let sample: SampleService
let time: number
let keychain: ReturnType<typeof memoryKeychain>
let made: ReturnType<typeof createFunctions> | null
const clock = { now: () => time, after: () => () => {} }
beforeEach(async () => {
  place = testFolder()
  library = testLibrary(place.folder)
  sample = await startSampleService({ folder: assets, key: 'key-1', rateLimit: { limit: 10_000, windowS: 60 } })
  time = Date.UTC(2026, 10, 27, 12)
  keychain = memoryKeychain()
  made = null
})
afterEach(async () => {
  await sample.close()
  library.close()
  place.remove()
})

const service = () => testService(sample.baseUrl).service
const store = () => createSourceStore({ library, keychain, log: quietLog() })
/** One for all calls of a run of the program, as it has. */
const functions = () => {
  made ??= createFunctions({ library, store: store(), clock })
  return made
}
const restart = () => {
  library.close()
  library = testLibrary(place.folder)
  made = null
}
/** Another client sends. */
const theySend = async (source: string) => unwrap(await service().putFunction('conn-supplier-portal', 'login', source))
const sends = () => sample.requests.filter(({ method }) => method === 'PUT').length
const mine = { source: MINE, overwrite: false }
const openAs = async (account: string, target: FunctionTarget) => {
  unwrap(await functions().open(account, target))
  return unwrap(await functions().reload(account, service(), target))
}
const open = () => openAs(A, login)

describe('open', () => {
  it('reads the current source with its version fields', async () => {
    expect(await open()).toMatchObject({
      draft: null,
      shows: 'yes',
      problem: null,
      replaced: null,
      history: [],
      known: {
        source: expect.stringContaining('def run(page, credentials)'),
        origin: 'read',
        at: time,
        version: '7',
        sourceFunctionId: 'fn-form-login',
        sourceFunctionVersion: '3',
      },
    })
    expect(unwrap(functions().recent(A))).toEqual([{ ...login, usedAt: time, hasDraft: false }])
    expect(unwrap(functions().recent('another account'))).toEqual([])
  })

  it('405 means that this service does not show it', async () => {
    sample.faults.api.hidden = ['function']
    sample.faults.api.hiddenStatus = 405
    expect(await open()).toMatchObject({ shows: 'no', known: null, problem: null })
  })

  it('404 says both that it may be hidden and that the connection may be unknown', async () => {
    sample.faults.api.hidden = ['function']
    const state = await open()
    expect(state).toMatchObject({ shows: 'no', known: null, problem: { code: 'not-found', status: 404 } })
    expect(state.problem?.message).toMatch(/does not show the current source, or it does not know this connection/)
  })

  it('404 where another function was shown is about the id', async () => {
    await open()
    const state = await openAs(A, { ...login, connectionId: 'conn-none' })
    expect(state).toMatchObject({ shows: 'yes', known: null, problem: { code: 'not-found' } })
    expect(state.problem?.message).toMatch(/does not know the connection conn-none, or it has no login function yet/)
  })

  it('keeps what is known when the service is out of order', async () => {
    const before = await open()
    sample.faults.api.next = [{ status: 500, times: 1 }]
    const state = unwrap(await functions().reload(A, service(), login))
    expect(state).toMatchObject({ shows: 'yes', problem: { code: 'server-error' }, known: before.known })
  })

  it('E04: a record with nulls, numbers and unknown keys is read as far as it goes', async () => {
    const body = { source: 'x = 1', version: null, source_function_id: null, source_function_version: 6000.0, more: {} }
    sample.faults.api.next = [{ status: 200, body, times: 1 }]
    const state = await open()
    expect(state.known).toMatchObject({ source: 'x = 1', version: null, sourceFunctionId: null })
    sample.faults.api.next = [{ status: 200, body: { version: 3 }, times: 1 }]
    expect(unwrap(await functions().reload(A, service(), login))).toMatchObject({ shows: 'no', problem: null })
  })
})

describe('draft', () => {
  it('survives a restart, is kept apart by account and role, and can be discarded and put back', async () => {
    await open()
    unwrap(await functions().saveDraft(A, login, MINE))
    restart()
    const requests = sample.requests.length
    expect(unwrap(await functions().open(A, login))).toMatchObject({ draft: { source: MINE, savedAt: time } })
    expect(sample.requests).toHaveLength(requests)
    expect(unwrap(functions().recent(A))).toMatchObject([{ hasDraft: true }])
    expect((await openAs(A, { ...login, role: 'verifier' })).draft).toBeNull()
    expect((await openAs('a2', login)).draft).toBeNull()
    expect(unwrap(await functions().discardDraft(A, login)).draft).toBeNull()
    unwrap(await functions().saveDraft(A, login, MINE))
    expect((await open()).draft).toMatchObject({ source: MINE })
  })

  it.each(['', ' \n', 'a\u0000b', '\r\nmixed\n\rbreaks\r', '𝒳 é \u202e \uffff', '__proto__'])(
    'keeps %j as it is',
    async (source) => {
      await open()
      unwrap(await functions().saveDraft(A, login, source))
      expect((await open()).draft?.source).toBe(source)
    },
  )

  it('what says the same as the known source is no draft', async () => {
    const { known } = await open()
    unwrap(await functions().saveDraft(A, login, MINE))
    unwrap(await functions().saveDraft(A, login, known?.source ?? ''))
    expect((await open()).draft).toBeNull()
  })

  it('says once that the source was changed under a draft, with the one before', async () => {
    const first = await open()
    unwrap(await functions().saveDraft(A, login, MINE))
    await theySend(THEIRS)
    const state = await open()
    expect(state).toMatchObject({
      draft: { source: MINE },
      known: { source: THEIRS, version: '8' },
      replaced: { source: first.known?.source, version: '7' },
    })
    expect((await open()).replaced).toBeNull()
  })
})

describe('send', () => {
  it('sends once: no draft any more, known from now on, in the history', async () => {
    await open()
    unwrap(await functions().saveDraft(A, login, MINE))
    const sent = unwrap(await functions().send(A, service(), login, mine))
    expect(sent).toMatchObject({
      answer: { source: MINE, version: '8', sourceFunctionId: 'fn-form-login', sourceFunctionVersion: '3' },
      jumped: null,
      differs: false,
      state: {
        draft: null,
        known: { source: MINE, origin: 'sent', version: '8' },
        history: [
          { at: time, bytes: MINE.length, version: '8', sourceFunctionId: 'fn-form-login', origin: 'sent' },
          { version: '7', origin: 'read' },
        ],
      },
    })
    expect(sends()).toBe(1)
    const id = sent.state.history[0]?.id ?? ''
    expect(unwrap(await functions().sentSource(A, id))).toEqual({ source: MINE })
    expect(await functions().sentSource('a2', id)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
  })

  it('keeps what was typed while the answer was under way', async () => {
    await open()
    const sending = functions().send(A, service(), login, mine)
    unwrap(await functions().saveDraft(A, login, `${MINE}# more`))
    expect(unwrap(await sending).state.draft).toMatchObject({ source: `${MINE}# more` })
  })

  it('does not send over a source that was changed in the meantime', async () => {
    await open()
    await theySend(THEIRS)
    expect(await functions().send(A, service(), login, mine)).toMatchObject({
      ok: false,
      problem: { code: 'conflict' },
    })
    expect(sends()).toBe(1)
    const state = unwrap(await functions().reload(A, service(), login))
    expect(state).toMatchObject({ draft: { source: MINE }, known: { source: THEIRS }, replaced: { version: '7' } })
    expect(unwrap(await functions().send(A, service(), login, mine)).answer.version).toBe('9')
  })

  it('does not send over a source that was never read, unless told to', async () => {
    expect(await functions().send(A, service(), login, mine)).toMatchObject({
      ok: false,
      problem: { code: 'conflict' },
    })
    const sent = unwrap(await functions().send(A, service(), login, { ...mine, overwrite: true }))
    expect(sent).toMatchObject({ answer: { version: '8' }, jumped: null })
  })

  it('says that another client sent versions in between, where the source is not shown', async () => {
    sample.faults.api.hidden = ['function']
    sample.faults.api.hiddenStatus = 405
    await open()
    unwrap(await functions().send(A, service(), login, mine))
    await theySend(THEIRS)
    await theySend(THEIRS)
    const sent = unwrap(await functions().send(A, service(), login, { ...mine, source: `${MINE}# 2` }))
    expect(sent.jumped).toEqual({ from: '8', to: '11' })
  })

  it('says that the service stored something else', async () => {
    await open()
    const answer = { source: 'normalised', version: null, source_function_id: null, source_function_version: null }
    sample.faults.api.next = [{ status: 200, body: answer, times: 1, match: '/functions/' }]
    const sent = unwrap(await functions().send(A, service(), login, { ...mine, overwrite: true }))
    expect(sent).toMatchObject({ differs: true, jumped: null, state: { known: { source: 'normalised' } } })
    expect(unwrap(await functions().sentSource(A, sent.state.history[0]?.id ?? '')).source).toBe(MINE)
  })

  it.each([
    ['', 'is empty'],
    ['half \ud800', 'incomplete character'],
    ['é'.repeat(LARGEST_SOURCE_BYTES / 2 + 1), '1000002 bytes'],
  ])('refuses %.10j without a request', async (source, words) => {
    const sent = await functions().send(A, service(), login, { source, overwrite: true })
    expect(sent).toMatchObject({
      ok: false,
      problem: { code: 'invalid-input', message: expect.stringContaining(words) },
    })
    expect(sample.requests).toEqual([])
  })

  it('sends exactly the largest source, and blanks', async () => {
    for (const source of ['é'.repeat(LARGEST_SOURCE_BYTES / 2), ' \n']) {
      const sent = unwrap(await functions().send(A, service(), login, { source, overwrite: true }))
      expect(sent.differs).toBe(false)
    }
  })

  it('E01: a 422 names its field, keeps the draft and leaves no trace in the history', async () => {
    await open()
    const detail = [{ loc: ['body', 'source'], msg: 'No run() found', type: 'value_error', input: 'hush' }]
    sample.faults.api.next = [{ status: 422, body: { detail }, times: 1 }]
    const sent = await functions().send(A, service(), login, { ...mine, overwrite: true })
    expect(sent).toMatchObject({
      ok: false,
      problem: { code: 'rejected', fields: [{ path: ['body', 'source'], message: 'No run() found' }] },
    })
    expect(JSON.stringify(sent)).not.toMatch(/hush|unknown whether/)
    expect(await open()).toMatchObject({ draft: { source: MINE }, history: [] })
  })

  it('nothing is sent when the current source cannot be read before', async () => {
    await open()
    sample.faults.api.next = [{ status: 500, times: 1 }]
    const sent = await functions().send(A, service(), login, mine)
    expect(sent).toMatchObject({ ok: false, problem: { code: 'server-error', unsent: true } })
    expect(!sent.ok && sent.problem.message).toMatch(/nothing was sent/)
    expect(sends()).toBe(0)
  })

  it.each([500, 502, 504])('%i after sending: not known, sent once, draft kept', async (status) => {
    await open()
    sample.faults.api.next = [{ status, times: 1 }]
    const sent = await functions().send(A, service(), login, { ...mine, overwrite: true })
    expect(!sent.ok && sent.problem).toMatchObject({
      message: expect.stringMatching(/unknown whether the service accepted it\.$/),
      next: 'Reload to check. Your draft is kept.',
    })
    expect(sends()).toBe(1)
    expect((await open()).draft).toMatchObject({ source: MINE })
  })

  it.each([401, 403, 404, 409, 429, 503, 529])('%i is a refusal', async (status) => {
    sample.faults.api.next = [{ status, times: 1 }]
    const sent = await functions().send(A, service(), login, { ...mine, overwrite: true })
    expect(sent.ok || sent.problem.message).not.toMatch(/unknown whether/)
    expect(sends()).toBe(1)
  })

  it('a connection that breaks after sending: not known; one that is refused: surely not sent', async () => {
    const breaking = await startServer((_request, _index, { request }) => {
      request.socket.destroy()
      return null
    })
    const broken = await functions().send(A, testService(breaking.url).service, login, { ...mine, overwrite: true })
    expect(!broken.ok && broken.problem.message).toMatch(/unknown whether the service accepted it/)
    expect(breaking.seen).toHaveLength(1)
    await breaking.close()
    const refused = await functions().send(A, testService(breaking.url).service, login, { ...mine, overwrite: true })
    expect(refused).toMatchObject({ ok: false, problem: { code: 'not-reachable', unsent: true } })
    expect(!refused.ok && refused.problem.message).not.toMatch(/unknown whether/)
  })

  it('no answer in time: not known, and taken when a later reading says so', async () => {
    await open()
    const asked = testService(sample.baseUrl)
    sample.faults.api.delayMs = 300
    const sending = functions().send(A, asked.service, login, { ...mine, overwrite: true })
    await expect.poll(sends).toBe(1)
    asked.clock.advance(30_000)
    const sent = await sending
    expect(sent).toMatchObject({ ok: false, problem: { code: 'timeout' } })
    expect(!sent.ok && sent.problem.message).toMatch(/unknown whether/)
    sample.faults.api.delayMs = 0
    await theySend(MINE) // as if the service had continued it
    const state = await open()
    expect(state).toMatchObject({ draft: null, known: { version: '8' }, history: [{ version: '7', origin: 'read' }] })
  })

  it('keeps every source that was ever known: those sent over, and those read and replaced', async () => {
    const first = await open()
    await theySend(THEIRS)
    await open()
    unwrap(await functions().send(A, service(), login, mine))
    unwrap(await functions().send(A, service(), login, { ...mine, source: THEIRS }))
    const { history } = await open()
    const sources = await Promise.all(history.map(async ({ id }) => unwrap(await functions().sentSource(A, id)).source))
    expect(sources).toHaveLength(4)
    expect(new Set(sources)).toEqual(new Set([THEIRS, MINE, first.known?.source]))
  })
})

test(`keeps the last ${SENDS_KEPT} accepted sends of a function`, async () => {
  const sources = store()
  const known = { origin: 'sent' as const, version: null, sourceFunctionId: null, sourceFunctionVersion: null }
  for (let at = 1; at <= SENDS_KEPT + 5; at += 1) {
    unwrap(await sources.accept(A, login, `v${at}`, { ...known, source: `v${at}`, at }))
  }
  unwrap(await sources.accept(A, { ...login, role: 'verifier' }, 'v', { ...known, source: 'v', at: 1 }))
  const history = unwrap(library.functions.sends(A, login))
  expect(history).toHaveLength(SENDS_KEPT)
  expect([history[0]?.at, history.at(-1)?.at]).toEqual([SENDS_KEPT + 5, 6])
  expect(unwrap(library.functions.sends(A, { ...login, role: 'verifier' }))).toHaveLength(1)
})

test('a source that is larger than any that can be sent is not shown, not stored and not sent over', async () => {
  const huge = 'x'.repeat(LARGEST_SOURCE_BYTES + 1)
  const body = { source: huge, version: '7', source_function_id: null, source_function_version: null }
  sample.faults.api.next = [{ status: 200, body, times: 2 }]
  expect(await open()).toMatchObject({
    known: null,
    problem: { code: 'bad-answer', message: 'The service has a source of 1,000,001 bytes; the maximum is 1,000,000.' },
  })
  const sent = await functions().send(A, service(), login, mine)
  expect(sent).toMatchObject({
    ok: false,
    problem: { message: expect.stringMatching(/nothing was sent/), unsent: true },
  })
  expect(sends()).toBe(0)
  sample.faults.api.next = [{ status: 200, body, times: 1 }]
  const taken = unwrap(await functions().send(A, service(), login, { ...mine, overwrite: true }))
  expect(taken).toMatchObject({
    answer: { source: null },
    state: { known: { source: MINE }, problem: { code: 'bad-answer' } },
  })
})
