/**
 * Archiving a playlist as one MP4 beside `ffmpeg -c copy`: `node e2e/tools/bench/bench-archive-hls.ts [--json] [--runs N]
 * [--no-large]`. 500 segments from a static server in a process of its own, as recorders write them (a sample
 * recording, some kilobytes each) and heavy ones; both sides fetch the same addresses, turn by turn; medians. Also
 * ten times the work, and the peak memory of 2.5 GB (X11). Without ffmpeg its rows are left out.
 */
import { execFile, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { build } from 'vite'
import { bigSegment } from '../../../electron/core/archive/remux/testing/big-segment.ts'
import { linksOf, startExport } from '../../../electron/core/archive/remux/testing/export-harness.ts'
import { startStorage } from '../../../electron/core/media/testing/storage-server.ts'
import { atMost, median, type Row, report } from './bench-report.ts'

const COUNT = 500
/** Semi-spaces as the archive's thread has them (`worker/thread.ts`), MiB. */
const YOUNG = '--max-semi-space-size=4'
const run = promisify(execFile)
const sample = join(import.meta.dirname, '../../../assets/sample/shop-checkout.mp4')
const child = join(import.meta.dirname, '../../../electron/core/archive/remux/testing/export-child.ts')

/** A plain static file server over the folder; tells its origin. */
const serve = (folder: string): void => {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://x').pathname)
    response.writeHead(200, { 'content-length': statSync(path).size })
    createReadStream(path).pipe(response)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

const ffmpeg = (...args: string[]): Promise<unknown> => run('ffmpeg', ['-v', 'error', '-y', ...args])

/** Writes a list of 500 segments with complete links, and a tenth of it; answers their paths. */
const record = async (folder: string, origin: string, name: string, source: string[], form: 'mpegts' | 'fmp4') => {
  mkdirSync(join(folder, name))
  const list = join(folder, name, 'all.m3u8')
  const to = ['-hls_time', '1', '-hls_list_size', '0', '-hls_playlist_type', 'vod', '-hls_segment_type', form]
  await ffmpeg(...source, '-an', '-c', 'copy', '-f', 'hls', ...to, list)
  const base = `${origin}/${name}/`
  const text = readFileSync(list, 'utf8')
    .replace(/^(?!#)(\S+)$/gm, `${base}$1`)
    .replace(/URI="([^"]+)"/, `URI="${base}$1"`)
  const lines = text.split('\n')
  const first = (count: number): string => {
    const addresses = lines.flatMap((line, n) => (line.startsWith('http') ? [n] : []))
    if (addresses.length < count) throw new Error(`${name} has ${addresses.length} segments`)
    return [...lines.slice(0, (addresses[count - 1] ?? 0) + 1), '#EXT-X-ENDLIST', ''].join('\n')
  }
  return { all: first(COUNT), tenth: first(COUNT / 10) }
}

const ours = async (list: string): Promise<number> => {
  const place = await startExport()
  const began = performance.now()
  const result = await place.run(linksOf(list))
  const ms = performance.now() - began
  await place.end()
  if (!result.ok) throw new Error(result.problem.message)
  return ms
}

const theirs = async (folder: string, list: string): Promise<number> => {
  const { writeFile } = await import('node:fs/promises')
  const [input, output] = [join(folder, 'peer.m3u8'), join(folder, 'peer.mp4')]
  await writeFile(input, list)
  const began = performance.now()
  await ffmpeg('-protocol_whitelist', 'file,http,tcp', '-i', input, '-c', 'copy', output)
  return performance.now() - began
}

const besideFfmpeg = async (folder: string, runs: number): Promise<Row[]> => {
  const server = fork(import.meta.filename, ['serve', folder])
  const [port] = await once(server, 'message')
  const origin = `http://127.0.0.1:${port}`
  const heavy = join(folder, 'heavy.mp4')
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '3M', '-g', '25', '-pix_fmt', 'yuv420p']
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=20', ...encode, heavy)
  const rows: Row[] = []
  try {
    for (const [form, label, bound] of [
      ['mpegts', 'TS', 1.2],
      ['fmp4', 'fMP4', 1],
    ] as const) {
      for (const [kind, source] of [
        ['a sample recording', ['-stream_loop', '60', '-i', sample]],
        ['heavy video', ['-stream_loop', '26', '-i', heavy]],
      ] as const) {
        const { all, tenth } = await record(folder, origin, `${form}-${kind.replaceAll(' ', '-')}`, [...source], form)
        const [mine, peer, small]: [number[], number[], number[]] = [[], [], []]
        for (let n = 0; n < runs; n++) {
          mine.push(await ours(all))
          peer.push(await theirs(folder, all))
          small.push(await ours(tenth))
        }
        const name = `${COUNT} segments, ${label}, ${kind}, ms`
        rows.push(atMost(name, median(mine), median(peer), 'ffmpeg -c copy', bound))
        rows.push(atMost(`${name}, ten times the work`, median(mine), median(small), '50 segments', 11))
      }
    }
  } finally {
    server.kill()
  }
  return rows
}

/**
 * The exporting process as one bundled file, as the program's own code is when people run it: reading TypeScript would
 * add 40 MB that the program never takes. Answers the path of the file in `folder`.
 */
const bundledChild = async (folder: string): Promise<string> => {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { ssr: child, outDir: folder, emptyOutDir: false, target: 'node24' },
    ssr: { noExternal: true, external: ['@napi-rs/keyring'] },
  })
  return join(folder, 'export-child.js')
}

/** Peak memory of an export of `count` times 2 MB, in a process of its own. */
const memory = async (folder: string, counts: number[]): Promise<Row[]> => {
  const file = await bundledChild(folder)
  const storage = await startStorage()
  storage.put('/big', await bigSegment(2_000_000))
  const rows: Row[] = []
  for (const count of counts) {
    const { stdout } = await run(process.execPath, [YOUNG, file, `${storage.origin}/big`, String(count)])
    const { result, peakMb } = JSON.parse(stdout)
    if (!result.ok) throw new Error(result.problem.message)
    const size = `${(result.value.bytes / 1e9).toFixed(2)} GB`
    rows.push({ ...atMost(`X11: peak memory for ${size}, MB`, peakMb, 150, 'bar', 1), bar: '≤ 150 MB' })
  }
  await storage.close()
  return rows
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      runs: { type: 'string', default: '5' },
      large: { type: 'boolean', default: true },
    },
    allowNegative: true,
  })
  const folder = mkdtempSync(join(tmpdir(), 'desk-bench-'))
  try {
    const present = spawnSync('ffmpeg', ['-version']).status === 0
    if (!present) console.log('ffmpeg is not on this machine: the rows beside it are left out.')
    const rows = [
      ...(present ? await besideFfmpeg(folder, Number(values.runs)) : []),
      ...(await memory(folder, values.large ? [125, 1250] : [125])),
    ]
    report('Archive of playlists', rows, values.json)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[2] === 'serve') serve(process.argv[3] ?? '')
else await main()
