import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventName } from '../../contract/events.ts'
import { DEFAULT_SETTINGS } from '../../contract/models/settings-models.ts'
import { operations } from '../../contract/operations.ts'
import { sampleIds } from '../../sample/sessions/hand-made-sessions.ts'
import type { createCore } from '../core.ts'
import { folderPerTest } from '../library/testing/per-test.ts'
import { unwrap } from '../library/testing/test-library.ts'
import { openTestCore } from '../testing/test-core.ts'

const SESSION = { sessionId: sampleIds.shopCheckout }
const SAMPLE = { accountId: 'sample' }

const place = folderPerTest()
let core: ReturnType<typeof createCore>
let told: [EventName, unknown][]
beforeEach(() => {
  ;({ core, events: told } = openTestCore(place.folder, { demo: true }))
})
afterEach(() => core.dispose())
/** The sample workspace with its list read, as the page reads it at the first sight of an account. */
const openListedSample = async () => {
  unwrap(await core.handlers['accounts.openSample'](undefined))
  unwrap(await core.handlers['sessions.sync'](undefined))
  await expect
    .poll(async () => unwrap(await core.handlers['sessions.syncState'](undefined)).state, { timeout: 10_000 })
    .toBe('done')
}
const names = () => told.map(([name]) => name)

test('without an account every question about sessions says so, and what the page reads at start has values', async () => {
  const { handlers: ask } = core
  const without = [
    await ask['sessions.get'](SESSION),
    await ask['sessions.sync'](undefined),
    await ask['sessions.addIds']({ text: 'abc' }),
    await ask['marks.list'](SESSION),
    await ask['link.copyText']({ ...SESSION, atMs: 0 }),
    await ask['replay.open'](SESSION),
  ]
  for (const result of without) expect(result).toMatchObject({ ok: false, problem: { code: 'signed-out' } })
  const info = unwrap(await ask['app.info'](undefined))
  expect(info).toEqual({ version: '1.2.3', runtime: 'electron', platform: 'linux', demo: true, notices: [] })
  expect(unwrap(await ask['health.get'](undefined)).state).toBe('unknown')
  expect(unwrap(await ask['limit.get'](undefined)).limit).toBe(null)
  expect(unwrap(await ask['sessions.syncState'](undefined)).state).toBe('idle')
  expect(unwrap(await ask['cache.usage'](undefined))).toEqual({ bytes: 0 })
  expect(unwrap(await ask['cache.clear'](undefined))).toEqual({ freedBytes: 0 })
})

test('settings are stored, told, and the same after the next start', async () => {
  const { handlers: ask } = core
  expect(unwrap(await ask['settings.get'](undefined))).toEqual(DEFAULT_SETTINGS)
  const changed = { ...DEFAULT_SETTINGS, theme: 'dark', leaseLeadS: 30 } as const
  expect(unwrap(await ask['settings.set']({ theme: 'dark', leaseLeadS: 30 }))).toEqual(changed)
  expect(told).toContainEqual(['settings.changed', changed])
  expect(core.settings()).toEqual(changed)
})

test('a review queue: each answer fits its schema, verdicts and their undo are told', async () => {
  const { handlers: ask } = core
  await openListedSample()
  const { sessionId } = SESSION
  const other = sampleIds.ledgerReport
  expect(await ask['review.get'](SAMPLE)).toEqual({ ok: true, value: null })
  unwrap(await ask['review.start']({ ...SAMPLE, sessionIds: [sessionId, other], first: null }))
  const judgement = { verdict: 'fail', reason: 'Wrong page' } as const
  const judged = unwrap(await ask['review.judge']({ ...SAMPLE, ...SESSION, place: 1, judgement }))
  expect(operations['review.judge'].output.parse(judged)).toMatchObject({ done: { fail: 1 }, current: { place: 2 } })
  const changed = ['sessions.changed', { accountId: 'sample', sessionIds: [sessionId] }]
  const verdictsTold = () => told.filter((event) => JSON.stringify(event) === JSON.stringify(changed)).length
  expect(verdictsTold()).toBe(1)
  expect(unwrap(await ask['review.reasons'](SAMPLE))).toEqual([judgement])
  expect(operations['review.undo'].output.parse(unwrap(await ask['review.undo'](SAMPLE)))).toMatchObject({ judgement })
  expect(verdictsTold()).toBe(2)
  unwrap(await ask['review.skip']({ ...SAMPLE, ...SESSION, place: 1 }))
  unwrap(await ask['review.back'](SAMPLE))
  expect(unwrap(await ask['review.reopenSkipped'](SAMPLE)).current?.place).toBe(1)
  expect(await ask['review.discard'](SAMPLE)).toEqual({ ok: true, value: undefined })
  expect(unwrap(await ask['review.restore'](SAMPLE)).total).toBe(2)
  expect(await ask['review.back']({ accountId: 'nobody' })).toMatchObject({ ok: false, problem: { code: 'not-found' } })
})

test('reviews, marks and positions of a session: each answer fits its schema, each change is told', async () => {
  const { handlers: ask } = core
  await openListedSample()
  const patch = { title: 'Checkout', verdict: 'pass', tags: ['shop', 'shop'] } as const
  const row = unwrap(
    await ask['sessions.review']({ ...SAMPLE, ...SESSION, patch: { ...patch, tags: [...patch.tags] } }),
  )
  expect(row).toMatchObject({ title: 'Checkout', verdict: 'pass', tags: ['shop'] })
  expect(operations['sessions.review'].output.safeParse(row).success).toBe(true)
  expect(told).toContainEqual(['sessions.changed', { accountId: 'sample', sessionIds: [SESSION.sessionId] }])

  const changed = ['sessions.changed', { accountId: 'sample', sessionIds: [SESSION.sessionId] }]
  const changes = () => told.filter((event) => JSON.stringify(event) === JSON.stringify(changed)).length
  const before = changes()
  const mark = unwrap(await ask['marks.add']({ ...SAMPLE, ...SESSION, atMs: 1_500, text: 'here' }))
  expect(unwrap(await ask['marks.update']({ ...SAMPLE, id: mark.id, text: 'there' }))).toMatchObject({
    atMs: 1_500,
    text: 'there',
  })
  expect(unwrap(await ask['marks.remove']({ ...SAMPLE, id: mark.id })).text).toBe('there')
  expect(changes()).toBe(before + 3)
  expect(unwrap(await ask['marks.list'](SESSION))).toEqual([])
  expect(await ask['marks.remove']({ ...SAMPLE, id: mark.id })).toMatchObject({
    ok: false,
    problem: { code: 'not-found' },
  })

  unwrap(await ask['replay.position']({ ...SAMPLE, ...SESSION, positionMs: 4_200 }))
  expect(unwrap(await ask['sessions.get'](SESSION))).toMatchObject({ positionMs: 4_200 })
  const link = unwrap(await ask['link.copyText']({ ...SESSION, atMs: 4_200 })).text
  expect(link).toBe(`replaydesk://session/${SESSION.sessionId}?t=4.2&account=sample&label=Sample%20workspace`)
})

test('reviews of a file: the answers fit their schemas, what is imported and taken back is told', async () => {
  const { handlers: ask } = core
  await openListedSample()
  const review = { title: 'Theirs', verdict: 'fail', reason: null, tags: [], note: null, marks: [] }
  const text = JSON.stringify({ ...review, session: SESSION.sessionId, verdictAt: null, changedAt: null })
  const opened = unwrap(await core.handOver.open('sample', text))
  expect(operations['reviews.openImport'].output.parse({ file: { ...opened, name: 'x.json' } }).file?.plan.added).toBe(
    1,
  )
  const changed = ['sessions.changed', { accountId: 'sample', sessionIds: null }]
  const tellings = () => told.filter((event) => JSON.stringify(event) === JSON.stringify(changed)).length
  const before = tellings()
  const { importId } = opened
  const done = unwrap(await ask['reviews.import']({ ...SAMPLE, importId }))
  expect(operations['reviews.import'].output.parse(done)).toEqual(done)
  expect(unwrap(await ask['sessions.get'](SESSION)).title).toBe('Theirs')
  expect(await ask['reviews.import']({ ...SAMPLE, importId })).toMatchObject({ problem: { code: 'not-found' } })
  expect(unwrap(await ask['reviews.undoImport']({ ...SAMPLE, undoId: done.undoId }))).toEqual({ restored: 1, kept: 0 })
  expect(unwrap(await ask['sessions.get'](SESSION)).title).toBeNull()
  expect(tellings()).toBe(before + 2)
  const dropped = unwrap(await core.handOver.open('sample', text)).importId
  unwrap(await ask['reviews.dropImport']({ importId: dropped }))
  expect(await ask['reviews.import']({ ...SAMPLE, importId: dropped })).toMatchObject({ ok: false })
})

test('an export can be stopped, and only one runs at a time', async () => {
  await openListedSample()
  unwrap(await core.handlers['sessions.review']({ ...SAMPLE, ...SESSION, patch: { verdict: 'pass' } }))
  const request = {
    sessions: { kind: 'ids' as const, sessionIds: [SESSION.sessionId] },
    format: 'json' as const,
    bom: false,
  }
  const file = unwrap(await core.handOver.begin('sample', request))
  expect(await core.handOver.begin('sample', request)).toMatchObject({ problem: { code: 'conflict' } })
  file.end()
  unwrap(await core.handOver.begin('sample', request)).end()
  const big = {
    ...request,
    sessions: { kind: 'ids' as const, sessionIds: [SESSION.sessionId, ...Array(900).fill('x')] },
  }
  const { data, problem, end } = unwrap(await core.handOver.begin('sample', big))
  unwrap(await core.handlers['reviews.stopExport'](undefined))
  const read = async () => {
    for await (const _ of data);
  }
  await expect(read()).rejects.toThrow()
  expect(problem()?.code).toBe('cancelled')
  end()
})

test('the steps of a session come as the service knows them, and fit the schema', async () => {
  const { handlers: ask } = core
  await openListedSample()
  const read = unwrap(await ask['sessions.steps']({ sessionId: sampleIds.codeRefused }))
  expect(operations['sessions.steps'].output.parse(read)).toEqual(read)
  expect(read.steps.at(-1)).toMatchObject({ atMs: 56_334, action: 'observe', text: 'Wrong one-time code' })
  expect(await ask['sessions.steps']({ sessionId: 'nobody' })).toMatchObject({ problem: { code: 'not-found' } })
})

test('pasted ids: what is no id is counted, what is known is not added twice, what is pasted can be forgotten', async () => {
  const { handlers: ask } = core
  unwrap(await ask['accounts.openSample'](undefined))
  const added = unwrap(await ask['sessions.addIds']({ text: 'run-1\n???\nrun-1\nrun-2' }))
  expect(added).toEqual({ added: 2, known: 0, unusable: 1, examples: ['???'], first: 'run-1' })
  expect(unwrap(await ask['sessions.addIds']({ text: 'run-1' }))).toMatchObject({ added: 0, known: 1 })
  const quoted = unwrap(await ask['sessions.addIds']({ text: '"run 77"\nbuy milk\n# none\n"ü/3"' }))
  expect(quoted).toEqual({ added: 2, known: 0, unusable: 1, examples: ['buy milk'], first: 'run 77' }) // H01, H08
  unwrap(await ask['sessions.forget']({ sessionId: 'run-1' }))
  expect(await ask['sessions.get']({ sessionId: 'run-1' })).toMatchObject({ ok: false })
  expect(names().filter((name) => name === 'sessions.changed').length).toBeGreaterThanOrEqual(3)
})

test('neighbours follow the order of the list', async () => {
  const { handlers: ask } = core
  await openListedSample()
  const query = { text: '', chips: [], sort: 'title', direction: 'asc' } as const
  const { rows } = unwrap(await ask['sessions.query']({ ...query, chips: [], offset: 0, limit: 3 }))
  const [first, second, third] = rows.map((row) => row.sessionId)
  const around = await ask['sessions.neighbours']({ sessionId: second ?? '', query: { ...query, chips: [] } })
  expect(unwrap(around)).toEqual({ previous: first, next: third })
})
