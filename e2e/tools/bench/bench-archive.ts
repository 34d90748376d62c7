/**
 * Archiving an MP4 beside curl and aria2: `node e2e/tools/bench/bench-archive.ts [--json] [--runs N] [--mib N]`. Sample service
 * on loopback in a process of its own, each transfer of ours in a process of its own, both sides turn by turn, medians.
 * Transfers run in the engine's thread, as in the program; whole processes are the command line, which starts, verifies
 * and hashes as well. Rows whose peer is not on this machine are left out.
 */
import { execFileSync, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Fetched } from './archive/bench-fetch.ts'
import type { Ask, Served } from './archive/bench-storage.ts'
import { atMost, median, type Row, report } from './bench-report.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    mib: { type: 'string', default: '1024' },
    /** Size for the rows with a rate per connection; large enough that starting counts little. */
    'paced-mib': { type: 'string', default: '400' },
    /** Size for whole processes. */
    'whole-mib': { type: 'string', default: '576' },
  },
})
const MIB = 1024 ** 2
const PACE = 25_000_000
const here = (path: string) => join(import.meta.dirname, path)
const has = (program: string): boolean => spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined

const folder = mkdtempSync(join(tmpdir(), 'desk-bench-'))
const certificate = join(folder, 'certificate.pem')
const privateKey = join(folder, 'key.pem')
const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate }

const makeCertificate = (): void => {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', privateKey, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, ...files], { stdio: 'ignore' })
}

/** A real recording with filling that readers skip, so that it can be verified whole. */
const writeSource = async (mib: number): Promise<string> => {
  const file = join(folder, `source-${mib}.mp4`)
  const out = createWriteStream(file)
  out.write(readFileSync(here('../../../assets/sample/shop-checkout.mp4')))
  const block = Buffer.alloc(MIB, 'recording')
  block.writeUInt32BE(MIB, 0)
  block.write('free', 4, 'latin1')
  for (let n = 0; n < mib; n++) if (!out.write(block)) await once(out, 'drain')
  out.end()
  await once(out, 'finish')
  // Ours is on the disk when it ends, curl's is not: a source that is still on its way there would slow down one side.
  execFileSync('sync', [file])
  return file
}

let serial = 0
const target = () => join(folder, `out-${serial++}`)
const timed = async (program: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<number> => {
  const began = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...env, ...more } })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
  return performance.now() - began
}
const curl = async (url: string): Promise<number> => {
  const path = target()
  const ms = await timed('curl', ['-s', '--cacert', certificate, '-o', path, url])
  rmSync(path)
  return ms
}
const aria = async (url: string): Promise<number> => {
  const path = target()
  const ms = await timed('aria2c', ['-q', '-x4', '-s4', '-d', folder, '-o', path.slice(folder.length + 1), url])
  rmSync(path)
  return ms
}
const memory: number[] = []
const ours = async (url: string, connections: number, source: string): Promise<number> => {
  const path = target()
  const child = fork(here('archive/bench-fetch.ts'), [url, path, String(connections)], { env })
  let told: Fetched | null = null
  child.on('message', (message: Fetched) => {
    told = message
  })
  const [code] = await once(child, 'close')
  const { ms, aboveIdleMiB } = (told ?? {}) as Partial<Fetched>
  if (ms === undefined || aboveIdleMiB === undefined) throw new Error(`a transfer ended with ${code}`)
  memory.push(aboveIdleMiB)
  execFileSync('cmp', [source, path])
  rmSync(path)
  rmSync(`${path}.json`, { force: true })
  return ms
}
const whole = async ({ baseUrl, key, sessionId }: Served): Promise<number> => {
  const to = target()
  const args = ['archive', sessionId, '--to', to, '--base-url', baseUrl, '--connections', '1']
  const ms = await timed(process.execPath, [here('../../../electron/cli/replay-desk.js'), ...args], {
    REPLAY_DESK_TOKEN: key,
  })
  rmSync(to, { recursive: true })
  return ms
}
/** The same steps with other programs: the file, its hash, and on the disk. */
const curlHashSync = async (url: string): Promise<number> => {
  const path = target()
  const line = `curl -s --cacert "${certificate}" -o "${path}" "${url}" && openssl dgst -sha256 "${path}" && sync "${path}"`
  const ms = await timed('sh', ['-c', line])
  rmSync(path)
  return ms
}

/**
 * Virtual machines hand the memory of a deleted file back to their host within two seconds. Whoever writes before that
 * gets it for nothing and is up to 1.7 times as fast: both sides begin after it.
 */
const SETTLE_MS = 3_000

/** Turn by turn; the first turn warms the caches and does not count. */
const beside = async (runs: number, sides: (() => Promise<number>)[]): Promise<number[]> => {
  const found: number[][] = sides.map(() => [])
  for (let run = -1; run < runs; run++) {
    for (const [n, side] of sides.entries()) {
      await setTimeout(SETTLE_MS)
      const ms = await side()
      if (run >= 0) found[n]?.push(ms)
    }
  }
  return found.map(median)
}
const faster = (name: string, mine: number, theirs: number, peerName: string, bar: number): Row => {
  const ratio = theirs / mine
  return { name, ours: mine, peer: theirs, peer_name: peerName, ratio, bar: `≥ ${bar} × its rate`, holds: ratio >= bar }
}

const bench = async (): Promise<Row[]> => {
  const runs = Math.max(1, Number(values.runs))
  const hasAria = has('aria2c')
  makeCertificate()
  const server = fork(here('archive/bench-storage.ts'), [certificate, privateKey])
  const put = async (mib: number, pace: number | null): Promise<Served & { file: string }> => {
    const file = await writeSource(mib)
    server.send({ file, pace } satisfies Ask)
    const [served] = (await once(server, 'message')) as [Served]
    return { ...served, file }
  }
  const rows: Row[] = []
  try {
    const free = await put(Number(values.mib), null)
    for (const [way, url] of [
      ['http', free.url],
      ['TLS', free.tlsUrl],
    ] as const) {
      const [mine = 0, peer = 0] = await beside(runs, [() => ours(url, 1, free.file), () => curl(url)])
      rows.push(faster(`${values.mib} MiB, one connection, ${way}, ms`, mine, peer, 'curl -o', 0.95))
    }
    if (hasAria) {
      const [mine = 0, peer = 0] = await beside(runs, [() => ours(free.url, 4, free.file), () => aria(free.url)])
      rows.push(faster(`${values.mib} MiB, four connections, http, ms`, mine, peer, 'aria2c -x4', 1))
    }
    const paced = await put(Number(values['paced-mib']), PACE)
    const sides = [() => ours(paced.pacedUrl, 4, paced.file), () => curl(paced.pacedUrl)]
    if (hasAria) sides.push(() => aria(paced.pacedUrl))
    const [mine = 0, one = 0, four = 0] = await beside(runs, sides)
    const name = `${values['paced-mib']} MiB at 25 MB/s a connection, ms`
    rows.push(faster(name, mine, one, 'curl -o', 3.5))
    if (hasAria) rows.push(faster(name, mine, four, 'aria2c -x4', 1))
    rows.push({ ...atMost('peak memory above idle, MiB', Math.max(...memory), 60, 'bar', 1), bar: '≤ 60 MiB' })
    const all = await put(Number(values['whole-mib']), null)
    const processes = [() => whole(all), () => curl(all.tlsUrl), () => curlHashSync(all.tlsUrl)]
    const [command = 0, plain = 0, hashed = 0] = await beside(runs, processes)
    const wholeName = `${values['whole-mib']} MiB, whole process, TLS, ms`
    rows.push(faster(wholeName, command, plain, 'curl -o', 0.95))
    rows.push(faster(wholeName, command, hashed, 'curl -o, openssl dgst, sync', 0.95))
    return rows
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

report(`archive MP4, ${values.runs} runs`, await bench(), values.json)
