/**
 * First frame and seek of hls.js through the media gateway against the same hls.js straight from the storage:
 * `node e2e/tools/bench/bench-replay.ts [--json] [--runs N] [--latency MS]`. Both sides read the same recording in the same
 * Chromium, turn by turn; medians. The storage answers after `latency` (20 ms by default), as a near one would.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { playlistPath } from '../../../electron/contract/media-paths.ts'
import { createClock } from '../../../electron/core/base/clock.ts'
import { createReplays } from '../../../electron/core/replay/replays.ts'
import { createService } from '../../../electron/core/service/service.ts'
import { startSampleService } from '../../../electron/sample/sample-service.ts'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { chromiumArgs } from '../../host/chromium/chromium-args.ts'
import { findHeadless } from '../../host/chromium/find-chromium.ts'
import { atMost, median, report } from './bench-report.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '7' },
    latency: { type: 'string', default: '20' },
  },
})

const SESSION = sampleIds.shopCheckout
const quiet = { info: () => {}, warn: () => {}, error: console.error }
const hlsFile = createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.js')

/** Plays from `source` and answers the ms to the first frame and to the frame after a seek to `seekTo`. */
const play = async ({ source, seekTo }: { source: string; seekTo: number }) => {
  type Player = {
    loadSource: (url: string) => void
    attachMedia: (element: HTMLVideoElement) => void
    destroy: () => void
  }
  const Hls = Reflect.get(globalThis, 'Hls') as new (config: object) => Player
  const video = document.createElement('video')
  video.muted = true
  document.body.append(video)
  const nextFrame = () => new Promise<void>((done) => video.requestVideoFrameCallback(() => done()))
  // Little is loaded ahead, so that the place of the seek has to be asked for on both sides.
  const hls = new Hls({ maxBufferLength: 4, maxMaxBufferLength: 8, enableWorker: false })
  const began = performance.now()
  hls.attachMedia(video)
  hls.loadSource(source)
  await nextFrame()
  const firstFrame = performance.now() - began
  const seekBegan = performance.now()
  video.currentTime = seekTo
  await new Promise((done) => video.addEventListener('seeked', done, { once: true }))
  const seek = performance.now() - seekBegan
  hls.destroy()
  video.remove()
  return { firstFrame, seek }
}

const service = await startSampleService({
  folder: join(import.meta.dirname, '../../../assets/sample'),
  mediaCors: true,
  rateLimit: { limit: 10_000, windowS: 60 },
})
service.faults.media.firstByteDelayMs = Number(values.latency)
const cacheFolder = mkdtempSync(join(tmpdir(), 'desk-bench-'))
const clock = createClock()
const client = createService({
  accountId: 'bench',
  baseUrl: service.baseUrl,
  headerPrefix: 'X-Service-',
  token: async () => service.key,
  fetch,
  clock,
  version: 'bench',
  journal: () => {},
  log: quiet,
})
let cacheBytes = 0
const replays = createReplays({
  clock,
  log: quiet,
  cacheFolder,
  settings: () => ({ leaseLeadS: 120, segmentCacheBytes: cacheBytes }),
  account: () => ({ id: 'bench', baseUrl: service.baseUrl, signedIn: true, service: client }),
  session: () => null,
  onReplay: () => {},
  onFacts: () => {},
})
const record = await client.replay(SESSION)
if (!record.ok) throw new Error(record.problem.message)
await replays.open(SESSION)

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = request.url ?? '/'
  if (path === '/')
    return void response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/hls.js"></script>')
  if (path === '/hls.js') return void response.setHeader('content-type', 'text/javascript').end(readFileSync(hlsFile))
  if (path === '/direct.m3u8') {
    return void response.setHeader('content-type', 'application/vnd.apple.mpegurl').end(record.value.playlist)
  }
  const answer = await replays.gateway(
    new Request(`http://desk${path}`, { headers: { range: request.headers.range ?? '' } }),
  )
  if (answer.type === 'error') return void response.destroy()
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response)
  else response.end()
}
const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const measure = async (browser: Browser, source: string, seekTo: number) => {
  const page = await browser.newPage()
  await page.goto(origin)
  const times = await page.evaluate(play, { source, seekTo })
  await page.close()
  return times
}

const found = await findHeadless()
const browser = await chromium.launch({
  executablePath: found.path,
  args: chromiumArgs({ port: null, switches: ['--autoplay-policy=no-user-gesture-required'] }),
  env: { ...process.env, ...found.env } as Record<string, string>,
})
try {
  const direct = { firstFrame: [] as number[], seek: [] as number[] }
  const through = { firstFrame: [] as number[], seek: [] as number[] }
  const cached: number[] = []
  const runs = Math.max(5, Number(values.runs))
  for (let run = -1; run < runs; run++) {
    const seekTo = 40 + Math.max(0, run) * 5 // a place of its own each time
    cacheBytes = 0
    const one = await measure(browser, `${origin}/direct.m3u8`, seekTo)
    const two = await measure(browser, origin + playlistPath(SESSION), seekTo)
    cacheBytes = 2 ** 30
    await measure(browser, origin + playlistPath(SESSION), seekTo) // fills the cache
    const three = await measure(browser, origin + playlistPath(SESSION), seekTo)
    if (run < 0) continue // the first turn warms both sides
    direct.firstFrame.push(one.firstFrame)
    direct.seek.push(one.seek)
    through.firstFrame.push(two.firstFrame)
    through.seek.push(two.seek)
    cached.push(three.seek)
  }
  const peer = 'hls.js from storage'
  report(
    `hls.js, ${runs} runs, storage answers after ${values.latency} ms`,
    [
      atMost('first frame through the gateway, ms', median(through.firstFrame), median(direct.firstFrame), peer, 1.1),
      atMost('seek through the gateway, ms', median(through.seek), median(direct.seek), peer, 1.1),
      atMost('seek to a cached place, ms', median(cached), median(direct.seek), peer, 0.8),
    ],
    values.json,
  )
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
  await replays.dispose()
  client.dispose()
  await service.close()
  rmSync(cacheFolder, { recursive: true, force: true })
}
