/**
 * How long main's event loop is blocked while the archive works at full speed: `node e2e/tools/bench/bench-archive-loop.ts
 * [--json] [--seconds N] [--runs N]`. Two exports, one MP4 over four connections, and reading back what was finished, all
 * without a pause, from a storage in a process of its own. Each turn is a process that runs the engine as the program
 * does, in its only thread, and not at all; medians of the runs' 99th percentiles and worst delays.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Engine } from '../../../electron/core/archive/engine-port.ts'
import { createEngine } from '../../../electron/core/archive/local-engine.ts'
import { bigSegment } from '../../../electron/core/archive/remux/testing/big-segment.ts'
import { createArchiveEngine } from '../../../electron/core/archive/worker/archive-engine.ts'
import { createClock } from '../../../electron/core/base/clock.ts'
import { playlistOf } from '../../../electron/core/media/testing/media-fixtures.ts'
import { startStorage } from '../../../electron/core/media/testing/storage-server.ts'
import { atMost, median, type Row, report, within } from './bench-report.ts'

const SEGMENT_BYTES = 2_000_000
const SEGMENTS = 60
const MP4_BYTES = 256 * 1024 * 1024
const P99_MS = 10
const WORST_MS = 30
const quiet = { info: () => {}, warn: () => {}, error: console.error }
const sides = ['idle', 'thread', 'main'] as const
type Side = (typeof sides)[number]
type Delays = { p99: number; worst: number; bytes: number }

const serve = async (): Promise<void> => {
  const storage = await startStorage()
  storage.put('/segment', await bigSegment(SEGMENT_BYTES))
  const video = Buffer.alloc(MP4_BYTES, 'recording')
  video.write('\0\0\0\x10ftypisom', 0, 'latin1')
  storage.put('/video.mp4', video, { etag: '"video"' })
  process.send?.(storage.origin)
}

/** Works without a pause until it is ended; counts the bytes. */
const work = (engine: Engine, origin: string, folder: string, signal: AbortSignal) => {
  let bytes = 0
  const shared = { baseUrl: origin, log: quiet, signal, onProgress: () => {} }
  const links = (record: { mp4Url: string | null; playlist: string | null }) => {
    const answer = { ok: true as const, value: { ...record, expiresAt: null, startMs: null, durationMs: null } }
    return { record: async () => answer, renew: async () => answer, dispose: () => {} }
  }
  const readBack = async (path: string) => {
    await engine.files.verifyMp4({ path, expectedBytes: null, announcedMs: null, signal })
    await rm(path, { force: true })
  }
  const video = async () => {
    for (let n = 0; !signal.aborted; n++) {
      const partPath = join(folder, `video-${n}.part`)
      const file = { folder, name: `video-${n}.part`, sha256: '0'.repeat(64), bytes: MP4_BYTES, signal }
      const links4 = links({ mp4Url: `${origin}/video.mp4`, playlist: null })
      const fetched = await engine.fetchMp4({ ...shared, links: links4, partPath, connections: 4 })
      if (fetched.ok) bytes += fetched.value.bytes
      await engine.files.recheckFile(file).catch(() => {})
      await rm(partPath, { force: true })
    }
  }
  const playlist = async (name: string) => {
    const list = playlistOf(Array<string>(SEGMENTS).fill(`${origin}/segment`))
    for (let n = 0; !signal.aborted; n++) {
      const partPath = join(folder, `${name}-${n}.part`)
      const workFolder = `${partPath}.parts`
      const paths = { partPath, workFolder, sessionId: name, acceptPartial: false }
      const made = await engine.exportHls({ ...shared, ...paths, links: links({ mp4Url: null, playlist: list }) })
      if (made.ok) bytes += made.value.bytes
      await readBack(partPath)
      await rm(workFolder, { recursive: true, force: true })
    }
  }
  const ended = Promise.all([video(), playlist('one'), playlist('two')])
  ended.catch(console.error)
  return { bytes: () => bytes, ended }
}

const measure = async (side: Side, origin: string, seconds: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-bench-'))
  const clock = createClock()
  const config = { clock, log: quiet, bytesPerSecond: () => 0 }
  const end = new AbortController()
  const engine = side === 'thread' ? createArchiveEngine(config) : createEngine(config)
  const { bytes, ended } = side === 'idle' ? { bytes: () => 0, ended: null } : work(engine, origin, folder, end.signal)
  await delay(2_000) // everything is loaded and runs
  const delays = monitorEventLoopDelay({ resolution: 1 })
  const before = bytes()
  delays.enable()
  await delay(seconds * 1_000)
  delays.disable()
  const told: Delays = { p99: delays.percentile(99) / 1e6, worst: delays.max / 1e6, bytes: bytes() - before }
  end.abort()
  await ended
  await engine.dispose()
  await rm(folder, { recursive: true, force: true })
  process.send?.(told, () => process.exit(0))
}

const bench = async (runs: number, seconds: number, json: boolean): Promise<void> => {
  const server = fork(import.meta.filename, ['serve'])
  const [origin] = (await once(server, 'message')) as [string]
  const found: Record<Side, Delays[]> = { idle: [], thread: [], main: [] }
  try {
    for (let run = 0; run < runs; run++) {
      for (const side of sides) {
        const child = fork(import.meta.filename, ['measure', side, origin, String(seconds)])
        const [told] = (await once(child, 'message')) as [Delays]
        found[side].push(told)
        await once(child, 'exit')
      }
    }
  } finally {
    server.kill()
  }
  const of = (side: Side, what: keyof Delays) => median(found[side].map((one) => one[what]))
  const rate = (side: Side) => of(side, 'bytes') / seconds / 1e6
  const rows: Row[] = [
    within('99th percentile of the delay, ms', of('thread', 'p99'), P99_MS),
    within('worst delay, ms', of('thread', 'worst'), WORST_MS),
    atMost('99th percentile of the delay, ms', of('thread', 'p99'), of('main', 'p99'), 'engine in main', 1),
    atMost('worst delay, ms', of('thread', 'worst'), of('main', 'worst'), 'engine in main', 1),
  ]
  console.log(`idle: 99th percentile ${of('idle', 'p99').toFixed(1)} ms, worst ${of('idle', 'worst').toFixed(1)} ms`)
  console.log(`finished meanwhile, MB/s: thread ${rate('thread').toFixed(0)}, main ${rate('main').toFixed(0)}`)
  report(`main's event loop while archiving, ${runs} runs of ${seconds} s`, rows, json)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
  },
})
const [role, side = 'idle', origin = '', seconds = '6'] = positionals
if (role === 'serve') await serve()
else if (role === 'measure') await measure(side as Side, origin, Number(seconds))
else await bench(Math.max(1, Number(values.runs)), Math.max(1, Number(values.seconds)), values.json)
