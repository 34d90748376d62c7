/**
 * Archiving one large MP4 beside curl and aria2c: `node e2e/tools/bench-archive.ts [--json] [--runs N] [--mib N]`.
 * The storage is the sample service in a process of its own; each of our runs is a process of its own too, so that
 * its peak memory (VmHWM) can be read. All sides fetch the same signed link, turn by turn; medians. Rows whose peer
 * program is not on this machine are left out.
 */
import { execFileSync, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fetchMp4With } from '../../electron/core/archive/transfer/fetch-mp4.ts'
import { createThrottle } from '../../electron/core/archive/transfer/throttle.ts'
import { createClock } from '../../electron/core/clock.ts'
import { createFollow } from '../../electron/core/replay/storage/follow.ts'
import { createOpenObject, DEFAULT_TIMING } from '../../electron/core/replay/storage/open.ts'
import { systemResolve } from '../../electron/core/replay/storage/resolver.ts'
import { createTransport } from '../../electron/core/replay/storage/transport.ts'
import { startSampleService } from '../../electron/core/sample/sample-service.ts'
import { atMost, median, type Row, report } from './bench-report.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    mib: { type: 'string', default: '1024' },
    /** Size for the rows with a rate per connection; large enough that starting counts little. */
    'paced-mib': { type: 'string', default: '400' },
  },
})
const MIB = 1024 ** 2
const PACE = 25_000_000
const OBJECT = '/desk-samples/bench/large.mp4'
const quiet = { info: () => {}, warn: () => {}, error: console.error }

/** kB that the system counted for this process at most. */
const peakKb = (): number => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0)

/** The storage: answers its links, and other paces and objects on demand. */
const serve = async (): Promise<void> => {
  const service = await startSampleService({
    folder: join(import.meta.dirname, '../../assets/sample'),
    linkLifeMs: 86_400_000,
  })
  process.on('message', (ask: { file: string; pace: number | null }) => {
    service.addObject(OBJECT, { file: ask.file })
    service.faults.media.bytesPerSecond = ask.pace
    process.send?.({ url: service.sign(OBJECT) })
  })
}

/** One transfer in this process. */
const fetchOnce = async (url: string, partPath: string, connections: number): Promise<void> => {
  const clock = createClock()
  const line = createTransport({
    clock,
    resolve: systemResolve,
    headTimeoutMs: DEFAULT_TIMING.headTimeoutMs,
    service: () => 'loopback',
  })
  const transport = createFollow(line.transport)
  const record = { mp4Url: url, playlist: null, expiresAt: null, startMs: null, durationMs: null }
  const idleKb = peakKb()
  const began = performance.now()
  const result = await fetchMp4With(
    {
      links: {
        record: async () => ({ ok: true, value: record }),
        renew: async () => ({ ok: true, value: record }),
        dispose: () => {},
      },
      partPath,
      connections,
      throttle: createThrottle({ clock, bytesPerSecond: () => 0 }),
      openObject: createOpenObject({ transport, clock, timing: DEFAULT_TIMING }),
      transport,
      clock,
      log: quiet,
      signal: new AbortController().signal,
      onProgress: () => {},
    },
    {},
  )
  const ms = performance.now() - began
  if (!result.ok) throw new Error(result.problem.message)
  process.send?.({ ms, idleKb, peakKb: peakKb() })
  process.disconnect?.()
  line.dispose()
}

const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

const timed = async (program: string, args: string[]): Promise<number> => {
  const began = performance.now()
  const child = spawn(program, args, { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
  return performance.now() - began
}

const bench = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-bench-'))
  const server = fork(import.meta.filename, ['serve'])
  const put = async (mib: number, pace: number | null): Promise<{ url: string; file: string }> => {
    const file = join(folder, `source-${mib}.mp4`)
    const out = createWriteStream(file)
    const block = Buffer.alloc(MIB, 'recording')
    block.write('\0\0\0\x10ftypisom', 0, 'latin1')
    for (let n = 0; n < mib; n++) if (!out.write(block)) await once(out, 'drain')
    out.end()
    await once(out, 'finish')
    server.send({ file, pace })
    const [{ url }] = await once(server, 'message')
    return { url, file }
  }
  let serial = 0
  const target = () => join(folder, `out-${serial++}`)
  const memory: number[] = []
  const ours = async (url: string, connections: number, source: string): Promise<number> => {
    const path = target()
    const child = fork(import.meta.filename, ['fetch', url, path, String(connections)])
    let answer: { ms: number; idleKb: number; peakKb: number } | null = null
    child.on('message', (message: NonNullable<typeof answer>) => {
      answer = message
    })
    const [code] = await once(child, 'close')
    const told = answer as { ms: number; idleKb: number; peakKb: number } | null
    if (told === null) throw new Error(`a transfer ended with ${code} and told nothing`)
    memory.push((told.peakKb - told.idleKb) / 1024)
    execFileSync('cmp', [source, path])
    rmSync(path)
    rmSync(`${path}.json`, { force: true })
    return told.ms
  }
  const peer = async (program: string, args: (path: string) => string[]): Promise<number> => {
    const path = target()
    const ms = await timed(program, args(path))
    rmSync(path)
    return ms
  }
  const curl = (url: string) => peer('curl', (path) => ['-s', '-o', path, url])
  const aria = (url: string) =>
    peer('aria2c', (path) => ['-q', '-x4', '-d', folder, '-o', path.slice(folder.length + 1), url])

  const runs = Math.max(1, Number(values.runs))
  const rows: Row[] = []
  const faster = (name: string, mine: number[], theirs: number[], peerName: string, bar: number) => {
    const [a, b] = [median(mine), median(theirs)]
    rows.push({
      name,
      ours: a,
      peer: b,
      peer_name: peerName,
      ratio: b / a,
      bar: `≥ ${bar} × its rate`,
      holds: b / a >= bar,
    })
  }
  try {
    const hasAria = has('aria2c')
    const free = await put(Number(values.mib), null)
    const one = { ours: [] as number[], curl: [] as number[] }
    for (let run = -1; run < runs; run++) {
      const [a, b] = [await ours(free.url, 1, free.file), await curl(free.url)]
      if (run < 0) continue // the first turn warms the caches
      one.ours.push(a)
      one.curl.push(b)
    }
    faster(`${values.mib} MiB, one connection, ms`, one.ours, one.curl, 'curl -o', 0.95)

    const paced = await put(Number(values['paced-mib']), PACE)
    const four = { ours: [] as number[], curl: [] as number[], aria: [] as number[] }
    for (let run = 0; run < runs; run++) {
      four.ours.push(await ours(paced.url, 4, paced.file))
      four.curl.push(await curl(paced.url))
      if (hasAria) four.aria.push(await aria(paced.url))
    }
    const name = `${values['paced-mib']} MiB at 25 MB/s a connection, ms`
    faster(name, four.ours, four.curl, 'curl -o', 3.5)
    if (hasAria) faster(name, four.ours, four.aria, 'aria2c -x4', 1)
    rows.push({ ...atMost('peak memory above idle, MiB', Math.max(...memory), 60, 'bar', 1), bar: '≤ 60 MiB' })
    report(`archive MP4, ${runs} runs`, rows, values.json)
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const [role, url = '', path = '', connections = '1'] = positionals
if (role === 'serve') await serve()
else if (role === 'fetch') await fetchOnce(url, path, Number(connections))
else await bench()
