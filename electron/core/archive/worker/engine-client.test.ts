import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClock } from '../../base/clock.ts'
import { until } from '../../base/testing/test-clock.ts'
import { quietLog } from '../../library/testing/test-library.ts'
import type { Engine } from '../engine-port.ts'
import { createEngine } from '../local-engine.ts'
import { codeOf, startLine } from '../transfer/testing/test-connection.ts'
import { createArchiveEngine } from './archive-engine.ts'
import { createEngineClient } from './engine-client.ts'
import { startThread, type Thread } from './thread.ts'

const SIZE = 6 * 1024 * 1024 + 123
const clock = createClock()

let line: Awaited<ReturnType<typeof startLine>>
let log: ReturnType<typeof quietLog>
let rate: number
let threads: Thread[]
let crossed: string
let client: ReturnType<typeof createEngineClient>

/** A real thread whose messages are seen. */
const watched = (path: string): Thread => {
  const thread = startThread(path)
  threads.push(thread)
  const { postMessage } = thread
  return {
    ...thread,
    postMessage: (message) => {
      crossed += JSON.stringify(message)
      postMessage(message)
    },
  }
}
beforeEach(async () => {
  line = await startLine(SIZE)
  log = quietLog()
  rate = 0
  threads = []
  crossed = ''
  client = createEngineClient({ clock, log, bytesPerSecond: () => rate, start: watched })
})
afterEach(async () => {
  await client.dispose()
  await line.close()
})

const fetchWith = (
  engine: Pick<Engine, 'fetchMp4'>,
  signal = new AbortController().signal,
  seen: number[] = [],
  baseUrl = line.service.baseUrl,
) =>
  engine.fetchMp4({
    baseUrl,
    links: line.links(),
    partPath: line.partPath,
    connections: 2,
    log,
    signal,
    onProgress: ({ bytes }) => void seen.push(bytes),
  })
const isWhole = () => line.part().equals(line.body)

test('fetches in the thread, with links that main renews and a token that never crosses', async () => {
  line.media.next.push({ status: 403, times: 1, match: '.mp4' })
  const seen: number[] = []
  expect(await fetchWith(client, undefined, seen)).toMatchObject({ ok: true, value: { bytes: SIZE } })
  expect([isWhole(), line.replayRequests(), seen.at(-1)]).toEqual([true, 2, SIZE])
  expect(crossed).toContain('X-Amz-Signature')
  expect(crossed).not.toContain(line.service.key)
})

test('P20: storage at home is read only for a service whose answers main heard from there', async () => {
  const name = 'https://service.example'
  expect(codeOf(await fetchWith(client, undefined, [], name))).toBe('refused-address')
  const peers = { reach: (url: string) => (url === name ? ('loopback' as const) : null) }
  const heard = createEngineClient({ clock, log, bytesPerSecond: () => 0, peers })
  expect([codeOf(await fetchWith(heard, undefined, [], name)), isWhole()]).toEqual(['ok', true])
  await heard.dispose()
})

test('follows a speed limit that changes while it runs', async () => {
  rate = 200_000
  const seen: number[] = []
  const running = fetchWith(client, undefined, seen)
  await until(() => seen.some((bytes) => bytes > 0), 'the first bytes')
  rate = 0
  client.settingsChanged()
  expect(codeOf(await running)).toBe('ok') // at the old limit it takes half a minute
}, 10_000)

test('ends as cancelled when the signal ends it, and resumes from there', async () => {
  rate = 500_000
  const end = new AbortController()
  const seen: number[] = []
  const running = fetchWith(client, end.signal, seen)
  await until(() => seen.some((bytes) => bytes > 0), 'the first bytes')
  end.abort()
  expect(codeOf(await running)).toBe('cancelled')
  expect(line.state().spans.length).toBeGreaterThan(0)
  rate = 0
  expect([codeOf(await fetchWith(client)), isWhole()]).toEqual(['ok', true])
  expect(threads).toHaveLength(1)
})

test('a thread that crashes fails its jobs with a problem that is retried, and the next attempt runs in a new one', async () => {
  rate = 500_000
  const seen: number[] = []
  const running = fetchWith(client, undefined, seen)
  await until(() => existsSync(`${line.partPath}.json`) && line.state().spans.length > 0, 'the state')
  void threads[0]?.terminate()
  expect(await running).toMatchObject({ ok: false, problem: { code: 'internal' } })
  expect(log.lines.join()).toContain('the thread ended')
  rate = 0
  line.service.requests.length = 0
  expect([codeOf(await fetchWith(client)), isWhole(), threads.length]).toEqual(['ok', true, 2])
  const ranges = line.mediaRequests().map(({ range }) => range)
  expect(ranges).not.toContain('bytes=0-')
})

/** What ends a thread, in order. */
const endsOf = (path: string, ends: string[]): Thread => {
  const thread = startThread(path)
  thread.onEnd(() => ends.push('exited'))
  const terminate = () => {
    ends.push('terminated')
    return thread.terminate()
  }
  return { ...thread, terminate }
}

test('a thread in the midst of a download lets go of it and exits by itself', async () => {
  const ends: string[] = []
  const other = createEngineClient({
    clock,
    log,
    bytesPerSecond: () => 500_000,
    start: (path) => endsOf(path, ends),
  })
  const seen: number[] = []
  const running = fetchWith(other, undefined, seen)
  await until(() => seen.some((bytes) => bytes > 0), 'the first bytes')
  await other.dispose()
  expect([codeOf(await running), ends]).toEqual(['cancelled', ['exited', 'terminated']])
})

test('a thread that does not end by itself is terminated', async () => {
  const path = join(line.folder, 'stays.mjs')
  writeFileSync(path, `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', () => {})`)
  const ends: string[] = []
  const other = createEngineClient({
    clock,
    log,
    bytesPerSecond: () => 0,
    entry: path,
    start: (entry) => endsOf(entry, ends),
  })
  const running = fetchWith(other)
  await other.dispose()
  expect([codeOf(await running), ends]).toEqual(['cancelled', ['terminated', 'exited']])
})

test('a thread that throws outside of a job is one that died', async () => {
  const path = join(line.folder, 'throws.mjs')
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ kind }) => { if (kind === 'job') throw new Error('a bug') })
     parentPort.postMessage({ kind: 'ready' })`,
  )
  const other = createEngineClient({ clock, log, bytesPerSecond: () => 0, entry: path })
  expect(codeOf(await fetchWith(other))).toBe('internal')
  expect(log.lines.join()).toContain('a bug')
  const file = { folder: line.folder, name: 'throws.mjs', sha256: 'a'.repeat(64), bytes: 1 }
  await expect(other.files.recheckFile(file)).rejects.toThrow('internal error')
  await other.dispose()
})

test('ends a thread that sends an invalid message, and ignores the message', async () => {
  const path = join(line.folder, 'odd.mjs')
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ kind, id }) => {
       if (kind === 'job') parentPort.postMessage({ kind: 'progress', id, progress: { bytes: 'many' } })
     })
     parentPort.postMessage({ kind: 'ready' })`,
  )
  const other = createEngineClient({ clock, log, bytesPerSecond: () => 0, entry: path })
  const seen: number[] = []
  expect(codeOf(await fetchWith(other, undefined, seen))).toBe('internal')
  expect(seen).toEqual([])
  await other.dispose()
})

test('archives in this thread when no other can start', async () => {
  const engine = createArchiveEngine({ clock, log, bytesPerSecond: () => 0, entry: join(line.folder, 'none.js') })
  expect(codeOf(await fetchWith(engine))).toBe('internal')
  await until(() => log.lines.join().includes('goes on in the main one'), 'the fallback')
  let code = 'internal'
  for (let tries = 0; code === 'internal' && tries < 50; tries++) code = codeOf(await fetchWith(engine))
  expect([code, isWhole()]).toEqual(['ok', true])
  await engine.dispose()
})

/** What a program of its own prints, and its exit code. */
const outputOf = async (argv: string[]): Promise<[string, number | null]> => {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const [code] = await once(child, 'exit')
  return [output.trim(), code]
}

test('an idle thread does not keep a program alive, which can still wait for its end', async () => {
  const script = join(line.folder, 'idle.mjs')
  const [url, clockUrl] = ['./engine-client.ts', '../../base/clock.ts'].map(
    (path) => new URL(path, import.meta.url).href,
  )
  writeFileSync(
    script,
    `import { createEngineClient } from '${url}'
     import { createClock } from '${clockUrl}'
     const log = { info() {}, warn() {}, error: console.log }
     const client = createEngineClient({ clock: createClock(), log, bytesPerSecond: () => 0 })
     console.log(await client.files.recheckFile({ folder: '/none', name: 'x.mp4', sha256: 'a'.repeat(64), bytes: 1 }))
     if (process.argv[2] === 'dispose') { await client.dispose(); console.log('disposed') }`,
  )
  expect(await outputOf([script])).toEqual(['missing', 0])
  expect(await outputOf([script, 'dispose'])).toEqual(['missing\ndisposed', 0])
})

/** CPU time of this thread for hashing a large file, ms. */
const cpuOf = async (engine: Pick<Engine, 'files'>, name: string): Promise<number> => {
  const file = { folder: line.folder, name, sha256: 'a'.repeat(64), bytes: 256 * 1024 * 1024 }
  expect(await engine.files.recheckFile({ ...file, bytes: 1 })).toBe('altered') // the thread is there
  const before = process.threadCpuUsage()
  expect(await engine.files.recheckFile(file)).toBe('altered')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

test('main spends a fraction of the time on a file that is read back in the thread', async () => {
  const path = join(line.folder, 'large.mp4')
  writeFileSync(path, '')
  truncateSync(path, 256 * 1024 * 1024)
  const local = createEngine({ clock, bytesPerSecond: () => 0 })
  const times = { inThread: Number.POSITIVE_INFINITY, local: Number.POSITIVE_INFINITY }
  // A busy machine only adds to a time.
  for (let round = 0; round < 3; round += 1) {
    times.inThread = Math.min(times.inThread, await cpuOf(client, 'large.mp4'))
    times.local = Math.min(times.local, await cpuOf(local, 'large.mp4'))
  }
  local.dispose()
  expect(times.inThread).toBeLessThan(times.local / 3)
})
