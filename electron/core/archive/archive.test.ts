import { createHash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { operations } from '../../contract/operations.ts'
import { startSampleService } from '../../sample/sample-service.ts'
import type { SampleService } from '../../sample/sample-session.ts'
import { sampleIds } from '../../sample/sessions/hand-made-sessions.ts'
import { until } from '../base/testing/test-clock.ts'
import { testFolder, unwrap } from '../library/testing/test-library.ts'
import { openDesk, sampleFolder } from './testing/open-desk.ts'

const KEY = 'key-of-the-archive-test'
const { shopCheckout: MP4, invoices: HLS, ferryTimetable: BARE_MP4 } = sampleIds

let place: ReturnType<typeof testFolder>
let service: SampleService
let desk: ReturnType<typeof openDesk>
beforeEach(async () => {
  place = testFolder()
  service = await startSampleService({ folder: sampleFolder, key: KEY, rateLimit: { limit: 1_000, windowS: 60 } })
  desk = openDesk(place.folder)
})
afterEach(async () => {
  await desk.core.dispose()
  await service.close()
  place.remove()
})
const begin = () => desk.begin(service.baseUrl, KEY)
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const source = (name: string) => join(sampleFolder, name)
const fileOf = async (sessionId: string) => join(desk.folder, (await desk.itemOf(sessionId)).fileName ?? '')
const PLAIN = { text: '', chips: [], sort: 'started', direction: 'desc', offset: 0, limit: 500 } as const
const untilListed = (sessionId: string) => {
  let listed = false
  return until(() => {
    void desk.ask['sessions.get']({ sessionId }).then((row) => {
      listed = row.ok
    })
    return listed
  }, 'the list')
}

test('a file has the name that was shown for it, title included', async () => {
  await begin()
  await untilListed(BARE_MP4)
  const { accountId } = unwrap(await desk.ask['sessions.get']({ sessionId: BARE_MP4 }))
  unwrap(await desk.ask['sessions.review']({ accountId, sessionId: BARE_MP4, patch: { title: 'Ferry, Sunday' } }))
  await desk.add(BARE_MP4)
  const { fileName } = await desk.untilState(BARE_MP4, 'done', 'failed')
  expect(fileName).toMatch(/^\d{4}-\d{2}-\d{2} Ferry, Sunday f7a3150c-.*\.mp4$/)
})

test('archives MP4 and playlist: right bytes, verified, named, with metadata file, and listed so', async () => {
  await begin()
  await untilListed(HLS)
  expect(unwrap(await desk.ask['archive.plan']({ sessionIds: [MP4, HLS] }))).toMatchObject({
    recordings: 2,
    requests: 2,
  })
  expect(await desk.add(MP4, HLS, MP4)).toMatchObject({ added: 2, already: 0 })
  expect(await desk.add(MP4)).toMatchObject({ added: 0, already: 1 }) // D14: joined, not fetched twice
  const mp4 = await desk.untilState(MP4, 'done', 'failed')
  const hls = await desk.untilState(HLS, 'done', 'failed')
  expect(mp4).toMatchObject({ state: 'done', source: 'mp4', verified: true, partial: false, problem: null })
  expect(hls).toMatchObject({ state: 'done', source: 'hls', verified: true, partial: false, problem: null })
  expect(mp4.sha256).toBe(sha256(source('shop-checkout.mp4')))
  for (const item of [mp4, hls]) {
    const file = join(desk.folder, item.fileName ?? '')
    expect([sha256(file), statSync(file).size]).toEqual([item.sha256, item.bytes])
    const side = JSON.parse(readFileSync(file.replace(/mp4$/, 'json'), 'utf8'))
    expect(side).toMatchObject({ session: { id: item.sessionId }, file: { sha256: item.sha256, name: item.fileName } })
    // A title may hold any sign, and the file's name is made of it.
    const untitled = { ...side, session: { ...side.session, title: null }, file: { ...side.file, name: null } }
    expect(JSON.stringify(untitled)).not.toMatch(/signature|X-Amz|[?&]/i)
  }
  await until(() => !readdirSync(desk.folder).includes('.replay-desk'), 'the end of the claims')
  expect(readdirSync(desk.folder).toSorted()).toEqual(
    [mp4, hls].flatMap(({ fileName: n }) => [n, n?.replace(/mp4$/, 'json')]).toSorted(),
  )
  const list = unwrap(await desk.ask['sessions.query']({ ...PLAIN, chips: [] }))
  expect(
    list.rows
      .filter((row) => row.recording === 'archived')
      .map((row) => row.sessionId)
      .toSorted(),
  ).toEqual([MP4, HLS].toSorted())
  const rest = unwrap(await desk.ask['sessions.query']({ ...PLAIN, chips: ['not-archived'] }))
  expect(rest.total).toBe(list.total - 2)
  expect(unwrap(await desk.ask['archive.plan']({ sessionIds: [MP4, HLS] }))).toMatchObject({
    recordings: 0,
    requests: 0,
  })
  const page = await desk.page()
  expect(page.totals).toMatchObject({ items: 2, done: 2, doneBytes: mp4.bytes + hls.bytes, running: 0, blocked: null })
  expect(operations['archive.query'].output.safeParse(page).success).toBe(true)
  expect(JSON.stringify([page, desk.told])).not.toMatch(/https?:|[?&]X-/i)
})

test('X01, X03: an archived session plays offline through the gateway; without its file the service is queried', async () => {
  await begin()
  await untilListed(MP4)
  await desk.add(MP4)
  const item = await desk.untilState(MP4, 'done', 'failed')
  const asked = service.requests.length
  await service.close()
  const replay = unwrap(await desk.ask['replay.open']({ sessionId: MP4 }))
  expect(replay).toMatchObject({ lease: null, phase: { kind: 'playable', hls: null, startMs: 860 } })
  expect(service.requests.slice(asked).filter(({ path }) => path.endsWith('/replay'))).toEqual([])
  if (replay.phase.kind !== 'playable' || !replay.phase.mp4) throw new Error('not playable')
  expect([replay.phase.warnings[0], replay.phase.durationMs]).toEqual([
    expect.stringContaining('archived copy'),
    item.durationMs,
  ])
  const url = `app://desk${replay.phase.mp4}`
  const part = await desk.core.gateway(new Request(url, { headers: { range: 'bytes=1000-1999' } }))
  const whole = readFileSync(join(desk.folder, item.fileName ?? ''))
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${whole.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1_000, 2_000))).toBe(true)
  expect(unwrap(await desk.ask['replay.renew']({ sessionId: MP4 })).phase.kind).toBe('playable')
  unwrap(await desk.ask['replay.close']({ sessionId: MP4 }))

  rmSync(join(desk.folder, item.fileName ?? ''))
  expect((await desk.core.gateway(new Request(url))).type).toBe('error')
  expect(unwrap(await desk.ask['replay.mediaProblem']({ path: new URL(url).pathname }))).toMatchObject({
    code: 'not-found',
  })
  expect(unwrap(await desk.ask['replay.open']({ sessionId: MP4 })).phase).toMatchObject({ cause: 'offline' })
  expect(await desk.itemOf(MP4)).toMatchObject({ state: 'missing', verified: false })
})

test('reports a session without a recording with the reason, and waits for one that is being processed', async () => {
  service.add({
    id: 'making',
    title: 'm',
    status: 'closed',
    createdAt: service.now() - 60_000,
    closedAt: service.now() - 1_000,
    error: null,
    closeReason: null,
    browserType: 'chromium',
    viewport: null,
    steps: [],
    replay: {
      kind: 'processing',
      readyAt: service.now() + 1_500,
      after: { kind: 'ready', recording: 'shop-checkout', mp4: true },
    },
  })
  await begin()
  await desk.add(sampleIds.noFrames, 'making', BARE_MP4)
  expect(await desk.untilState('making', 'waiting')).toMatchObject({ problem: { code: 'processing' } })
  expect(await desk.untilState(sampleIds.noFrames, 'no-recording')).toMatchObject({ problem: { code: 'no-frames' } })
  await desk.untilState(BARE_MP4, 'done') // no other item waits for them
  expect(await desk.untilState('making', 'done')).toMatchObject({ verified: true })
})

test('pause keeps what was fetched, resume fetches the rest, cancel leaves nothing behind (D21)', async () => {
  service.faults.media.bytesPerSecond = 150_000
  await begin()
  await untilListed(MP4)
  await desk.add(MP4, BARE_MP4)
  await until(
    () => desk.told.some(({ items }) => items?.some((one) => one.sessionId === MP4 && one.bytes > 50_000)),
    'bytes',
  )
  const { id } = await desk.itemOf(MP4)
  unwrap(await desk.ask['archive.pause']({ ids: [id] }))
  const paused = await desk.itemOf(MP4)
  expect([paused.state, paused.bytes > 0]).toEqual(['paused', true])
  unwrap(await desk.ask['archive.cancel']({ ids: [(await desk.itemOf(BARE_MP4)).id] }))
  expect((await desk.page()).rows.map((row) => row.sessionId)).toEqual([MP4])
  expect(readdirSync(desk.folder).filter((name) => !name.startsWith(paused.fileName ?? '?'))).toEqual([])
  service.faults.media.bytesPerSecond = null
  const before = service.requests.length
  unwrap(await desk.ask['archive.resume']({ ids: [id] }))
  const done = await desk.untilState(MP4, 'done', 'failed')
  expect(done.sha256).toBe(sha256(source('shop-checkout.mp4')))
  const again = service.requests
    .slice(before)
    .filter(({ server, range }) => server === 'media' && range?.startsWith('bytes=0-'))
  expect(again.every(({ range }) => range !== 'bytes=0-')).toBe(true)
})

test('finds a moved file, reports a changed and a deleted one; removing goes to the trash', async () => {
  await begin()
  await untilListed(MP4)
  await desk.add(MP4, HLS, BARE_MP4)
  const items = []
  for (const id of [MP4, HLS, BARE_MP4]) items.push(await desk.untilState(id, 'done'))
  const ids = items.map((item) => item.id)
  renameSync(await fileOf(MP4), join(desk.folder, 'moved.mp4'))
  writeFileSync(await fileOf(HLS), 'x', { flag: 'r+' })
  rmSync(await fileOf(BARE_MP4))
  expect(unwrap(await desk.ask['archive.recheck']({ ids }))).toEqual({ sound: 1, missing: 1, altered: 1 })
  expect((await desk.itemOf(MP4)).fileName).toBe('moved.mp4')
  expect(await desk.itemOf(HLS)).toMatchObject({ state: 'altered', verified: false })
  expect(await desk.itemOf(BARE_MP4)).toMatchObject({ state: 'missing' })
  // Downloaded again under another name: the changed file stays.
  unwrap(await desk.ask['archive.retry']({ ids: [ids[1] ?? ''] }))
  const anew = await desk.untilState(HLS, 'done')
  expect(anew.fileName).not.toBe(items[1]?.fileName)
  expect(readdirSync(desk.folder)).toContain(items[1]?.fileName)
  expect(unwrap(await desk.ask['archive.remove']({ ids }))).toEqual({ removed: 3 })
  expect(desk.trashed.map((path) => path.replace(`${desk.folder}/`, ''))).toEqual(
    expect.arrayContaining(['moved.mp4', anew.fileName, anew.fileName?.replace(/mp4$/, 'json')]),
  )
  expect((await desk.page()).total).toBe(0)
})

test('D17: a row whose name leads out of the archive, also through a link, is neither served nor removed', async () => {
  await begin()
  await untilListed(MP4)
  await desk.add(MP4)
  const { id } = await desk.untilState(MP4, 'done')
  const outside = join(place.folder, 'outside.mp4')
  renameSync(await fileOf(MP4), outside)
  symlinkSync(outside, await fileOf(MP4))
  expect(await desk.core.archive.itemFile(id)).toMatchObject({ ok: false })
  expect((await desk.core.gateway(new Request(`app://desk/media/archive/${id}/video.mp4`))).type).toBe('error')
  expect(unwrap(await desk.ask['archive.remove']({ ids: [id] }))).toEqual({ removed: 1 })
  expect([statSync(outside).isFile(), desk.trashed]).toEqual([true, []])
})

test('a folder of pairs dropped into another installation imports whole, once', async () => {
  await begin()
  await untilListed(MP4)
  await desk.add(MP4, HLS)
  const first = await desk.untilState(MP4, 'done')
  await desk.untilState(HLS, 'done')
  const other = testFolder()
  const second = openDesk(other.folder)
  try {
    await second.begin(service.baseUrl, KEY)
    expect(unwrap(await second.core.archive.importFolder(desk.folder))).toEqual({ imported: 2, known: 0, refused: [] })
    expect(unwrap(await second.core.archive.importFolder(desk.folder))).toEqual({ imported: 0, known: 2, refused: [] })
    const { fileName, sha256: hash, durationMs, imported, verified } = await second.itemOf(MP4)
    expect([hash, durationMs, imported, verified]).toEqual([first.sha256, first.durationMs, true, false])
    expect(sha256(join(second.folder, fileName ?? ''))).toBe(first.sha256)
  } finally {
    await second.core.dispose()
    other.remove()
  }
})

test('an imported file never replaces what the service gives: it plays, names and archives first', async () => {
  await begin()
  await untilListed(MP4)
  await desk.add(HLS)
  const { fileName } = await desk.untilState(HLS, 'done')
  const other = testFolder()
  const planted = join(other.folder, 'planted')
  mkdirSync(planted)
  // Planted with knowledge of the service and the session: another recording under its id, with any title.
  copyFileSync(join(desk.folder, fileName ?? ''), join(planted, 'x.mp4'))
  const said = JSON.parse(readFileSync(join(desk.folder, (fileName ?? '').replace(/mp4$/, 'json')), 'utf8'))
  const session = { ...said.session, id: MP4, title: 'Planted title' }
  writeFileSync(join(planted, 'x.json'), JSON.stringify({ ...said, session }))
  const hash = said.file.sha256
  const second = openDesk(other.folder)
  try {
    await second.begin(service.baseUrl, KEY)
    const importAgain = async () => unwrap(await second.core.archive.importFolder(planted))
    expect(await importAgain()).toMatchObject({ imported: 1 })
    expect(await second.itemOf(MP4)).toMatchObject({ imported: true, verified: false, sha256: hash })
    expect(unwrap(await second.ask['replay.open']({ sessionId: MP4 })).lease).not.toBeNull()
    await second.ask['replay.close']({ sessionId: MP4 })
    // Only where the service has nothing the copy plays, and says what it is.
    service.faults.api.next.push({ status: 404, times: 99, match: '/replay' })
    await second.ask['replay.open']({ sessionId: MP4 })
    await until(() => second.replays.some(({ phase }) => phase.kind === 'playable' && phase.hls === null), 'the copy')
    const { phase } = second.replays.at(-1) ?? {}
    expect(phase?.kind === 'playable' && phase.warnings[0]).toContain('imported')
    service.faults.api.next.length = 0
    // The pair lies in the archive folder, and is not taken for the recording there either.
    expect(unwrap(await second.ask['archive.add']({ sessionIds: [MP4] }))).toMatchObject({ added: 1, already: 0 })
    const real = await second.untilState(MP4, 'done')
    expect(real).toMatchObject({ imported: false, verified: true })
    expect(real.sha256).not.toBe(hash)
    expect(await importAgain()).toEqual({ imported: 0, known: 1, refused: [] })
    expect(await second.itemOf(MP4)).toMatchObject({ imported: false, sha256: real.sha256 })
  } finally {
    await second.core.dispose()
    other.remove()
  }
})

test('the rule "when it ends" archives what ends from then on, and leaves alone what a person took off', async () => {
  await begin()
  await untilListed(MP4)
  expect(unwrap(await desk.ask['archive.setRules']({ whenEnded: true }))).toEqual({
    whenEnded: true,
    whenExpiring: false,
  })
  const run = (id: string, at: number) => ({
    id,
    title: id,
    status: 'closed',
    createdAt: at - 30_000,
    closedAt: at,
    error: null,
    closeReason: null,
    browserType: 'chromium',
    viewport: null,
    steps: [],
    replay: { kind: 'ready' as const, recording: 'shop-checkout', mp4: true },
  })
  service.add(run('fresh', service.now() + 5_000))
  unwrap(await desk.ask['sessions.sync'](undefined))
  const { id } = await desk.untilState('fresh', 'done')
  expect((await desk.page()).total).toBe(1) // what had ended before stays out
  unwrap(await desk.ask['archive.remove']({ ids: [id] }))
  service.add(run('fresher', service.now() + 6_000))
  unwrap(await desk.ask['sessions.sync'](undefined))
  await desk.untilState('fresher', 'done')
  expect((await desk.page()).rows.map((row) => row.sessionId)).toEqual(['fresher'])
})

test('the page hears at most four times a second, and the last state always', async () => {
  service.faults.media.bytesPerSecond = 400_000
  const at: number[] = []
  desk.core.onAnyEvent((name) => {
    if (name === 'archive.changed') at.push(performance.now())
  })
  await begin()
  await untilListed(MP4)
  await desk.add(MP4, BARE_MP4, HLS)
  for (const id of [MP4, BARE_MP4, HLS]) await desk.untilState(id, 'done')
  await until(() => desk.told.at(-1)?.totals.done === 3, 'the last news')
  // A pause of this process makes one gap shorter by as much as it makes the one before longer.
  const ofFour = at.slice(4).map((time, nth) => time - (at[nth] ?? 0))
  expect(ofFour.length).toBeGreaterThan(0)
  expect(Math.min(...ofFour)).toBeGreaterThan(900)
})
