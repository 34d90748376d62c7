import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sessionChips, sessionGroupings, sessionSorts } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionQuery } from '../../../electron/contract/models/session-models.ts'
import { parseQuery } from '../../../electron/contract/query/query-parse.ts'
import { type Library, openLibrary } from '../../../electron/core/library/library.ts'
import type { ListedSession } from '../../../electron/core/library/sessions/sessions-table.ts'
import { unwrap } from '../../../electron/core/library/testing/test-library.ts'
import { atMost, p95, type Row, report, within } from './bench-report.ts'

/**
 * Times of the library at 100,000 sessions: `node e2e/tools/bench/bench-library.ts [--json] [--cpu] [--sessions N]`.
 * Milliseconds per call, 95th percentile, next to the bars of design/quality; the growth rows compare with a
 * tenth of the sessions in the same run.
 */
const ACCOUNT = 'bench'
const CALL_BAR_MS = 20
const KEY_BAR_MS = 16
/** Progress is shown above this; 5,000 sessions are one transaction. */
const BULK_BAR_MS = 400
const barOf = (name: string): number =>
  name.startsWith('judge') ? BULK_BAR_MS : name.endsWith('keystroke') ? KEY_BAR_MS : CALL_BAR_MS
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 27, 12)

const log = { info: () => {}, warn: console.error, error: console.error }
const clock = { now: () => START, after: () => () => {} }

/** The same sessions in every run: ids and values come from a hash of the number. */
const sessionAt = (n: number): ListedSession => {
  const hex = createHash('sha1').update(`session ${n}`).digest('hex')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
  const roll = Number.parseInt(hex.slice(32, 36), 16)
  const status = ['closed', 'closed', 'closed', 'closed', 'error', 'timed_out', 'active'][roll % 7] ?? 'closed'
  const createdAt = START - ((n * 7_919) % (30 * DAY_MS))
  const durationMs = status === 'active' ? null : (roll % 1_800) * 1_000
  return {
    sessionId: id,
    status,
    createdAt,
    closedAt: durationMs === null ? null : createdAt + durationMs,
    durationMs,
    error: status === 'error' ? 'Navigation timed out' : null,
    closeReason: null,
    browserType: 'chromium',
    viewport: { width: 1280, height: 720 },
    stepCount: roll % 60,
    serviceTitle: null,
    startAddress: null,
  }
}

const WORDS = ['checkout', 'login', 'search', 'invoice', 'refund', 'cart', 'report', 'signup', 'café', 'export']

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, cpu: { type: 'boolean' }, sessions: { type: 'string' } },
})

/** Milliseconds: of the wall clock, or with `--cpu` of this process, which a busy machine does not change. */
const instant = (): number => {
  if (!values.cpu) return performance.now()
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const timed = async <T>(times: number[], run: () => Promise<T> | T): Promise<T> => {
  const begun = instant()
  const value = await run()
  times.push(instant() - begun)
  return value
}

const query = (patch: Partial<SessionQuery>): SessionQuery => ({
  text: '',
  chips: [],
  sort: 'started',
  direction: 'desc',
  offset: 0,
  limit: 100,
  ...patch,
})

/** Fills a library the way a sync does, page by page. */
const fill = async (library: Library, count: number, upserts: number[]): Promise<void> => {
  for (let from = 0; from < count; from += 100) {
    const page = Array.from({ length: Math.min(100, count - from) }, (_, index) => sessionAt(from + index))
    await timed(upserts, () => library.sessions.upsertListed(ACCOUNT, page))
  }
}

/** A tenth of the sessions carries a review, a twentieth known links: more than people write, and enough to count. */
const annotate = (library: Library, count: number): void => {
  for (let n = 0; n < count; n += 10) {
    const { sessionId } = sessionAt(n)
    const word = WORDS[(n / 10) % WORDS.length] ?? ''
    const note = `Saw the ${word} page twice, run ${n}`
    library.reviews.review(ACCOUNT, sessionId, { title: `${word} run ${n}`, verdict: n % 20 ? 'pass' : null, note })
    if (n % 20) continue
    const linksExpireAt = START + (n % 7_200) * 1_000
    library.sessions.setRecordingFacts(ACCOUNT, sessionId, { recording: 'ready', videoDurationMs: n, linksExpireAt })
  }
}

type Times = Record<string, number[]>

const measure = async (library: Library, count: number): Promise<Times> => {
  const times: Times = {}
  const ask = (name: string, patch: Partial<SessionQuery>) => {
    times[name] ??= []
    return timed(times[name], () => library.sessions.query(ACCOUNT, query(patch)))
  }
  const call = <T>(name: string, run: () => Promise<T> | T) => {
    times[name] ??= []
    return timed(times[name], run)
  }
  for (let round = 0; round < 5; round += 1)
    for (const sort of sessionSorts)
      for (const direction of ['asc', 'desc'] as const) {
        await ask('first page, any sort', { sort, direction })
        await ask('deep page (90 % down)', { sort, direction, offset: Math.floor(count * 0.9) })
        await ask('window of 500 rows', { sort, direction, offset: Math.floor(count / 2), limit: 500 })
        for (const chip of sessionChips) await ask('one chip, any sort', { sort, direction, chips: [chip] })
        await ask('two chips, any sort', { sort, direction, chips: ['failed', 'not-reviewed'] })
      }
  // Typed letter by letter, as a person does; each text begins afresh after a change to the library.
  const typed = [
    'checkout run 1',
    sessionAt(77).sessionId.slice(9, 20),
    'café',
    'e',
    'the cart',
    'zzzz',
    'run 12',
    '-4',
  ]
  for (let round = 0; round < 5; round += 1)
    for (const text of typed) {
      library.sessions.setOpened(ACCOUNT, sessionAt(round).sessionId)
      for (let length = 1; length <= text.length; length += 1)
        await ask('search keystroke', { text: text.slice(0, length), sort: sessionSorts[round % 6] ?? 'started' })
    }
  const filters = ['is:failed error:"code" cart', 'tag:run -verdict:pass after:2026-01-01', 'longer:1m "the cart"']
  for (let round = 0; round < 5; round += 1)
    for (const text of filters) {
      library.sessions.setOpened(ACCOUNT, sessionAt(round).sessionId)
      for (let length = 1; length <= text.length; length += 1) {
        const typed = text.slice(0, length)
        if (parseQuery(typed).problems.length === 0) await ask('query keystroke', { text: typed })
      }
    }
  for (let n = 0; n < 200; n += 1) {
    const { sessionId } = sessionAt((n * 487) % count)
    await call('one session', () => library.sessions.get(ACCOUNT, sessionId))
    await call('run before and after', () =>
      library.sessions.neighbours(ACCOUNT, sessionId, query({ chips: ['failed'] })),
    )
    await call('review', () => library.reviews.review(ACCOUNT, sessionId, { title: `again ${n}`, note: 'seen' }))
    await call('position', () => library.sessions.setPosition(ACCOUNT, sessionId, n))
    await call('recording facts', () =>
      library.sessions.setRecordingFacts(ACCOUNT, sessionId, { linksExpireAt: START + n }),
    )
    await call('mark', () => library.marks.add(ACCOUNT, sessionId, n, 'a mark'))
    await call('list after a change', () => library.sessions.query(ACCOUNT, query({ chips: ['not-reviewed'] })))
  }
  const ids = unwrap(await library.sessions.ids(ACCOUNT, { ...query({}), limit: 5_000 })).sessionIds
  for (let round = 0; round < 5; round += 1) {
    await call('ids of all that match', () => library.sessions.ids(ACCOUNT, { ...query({}), limit: 100_000 }))
    await call('values for completion', () => library.sessions.values(ACCOUNT))
    for (const by of sessionGroupings)
      await call('groups keystroke', () => library.sessions.groups(ACCOUNT, round % 2 ? 'is:failed' : '', by))
    const verdict = round % 2 ? ('fail' as const) : ('unsure' as const)
    await call('judge 5,000 at once', () =>
      library.bulkReviews.change(ACCOUNT, ids, { kind: 'verdict', verdict }, null),
    )
  }
  return times
}

/** Lengths of the stretches in which the event loop could do nothing else while `run` went on. */
const pausesDuring = async (run: () => Promise<unknown>): Promise<number[]> => {
  const pauses: number[] = []
  let last = instant()
  let over = false
  const tick = () => {
    const now = instant()
    pauses.push(now - last)
    last = now
    if (!over) setImmediate(tick)
  }
  setImmediate(tick)
  await run()
  over = true
  return pauses
}

const bench = async (count: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-library-'))
  try {
    const upserts: number[] = []
    let library = unwrap(openLibrary({ folder, clock, log }))
    await library.sessions.warm(ACCOUNT)
    const begun = instant()
    await fill(library, count, upserts)
    const fillMs = instant() - begun
    annotate(library, count)
    library.close()

    const opening: number[] = []
    library = await timed(opening, () => unwrap(openLibrary({ folder, clock, log })))
    const cold: number[] = []
    await timed(cold, () => library.sessions.query(ACCOUNT, query({})))
    const pauses = await pausesDuring(() => library.sessions.warm(ACCOUNT))
    const times = await measure(library, count)
    const again: number[] = []
    await fill(library, Math.min(count, 20_000), again)
    library.close()
    return { opening, cold, pauses, fillMs, upserts, again, times }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const count = Number(values.sessions ?? 100_000)
const small = await bench(Math.floor(count / 10))
const large = await bench(count)

const rows: Row[] = [
  within('open the library', p95(large.opening), CALL_BAR_MS),
  within('first page right after opening', p95(large.cold), CALL_BAR_MS),
  within('pause while the index loads (p95)', p95(large.pauses), CALL_BAR_MS),
  within('store a page of 100 (p95)', p95(large.upserts), CALL_BAR_MS),
  within('store a known page of 100 (p95)', p95(large.again), CALL_BAR_MS),
  ...Object.entries(large.times).map(([name, times]) => within(`${name} (p95)`, p95(times), barOf(name))),
  atMost('growth: filling 10 × the sessions', large.fillMs, small.fillMs, 'a tenth', 11),
]

report(`${count} sessions`, rows, values.json ?? false)
