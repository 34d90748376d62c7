import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { GRID_TILES } from '../../../electron/contract/constants/luma-grid.ts'
import type { GridFrame } from '../../../electron/core/analysis/grid-changes.ts'
import { chromiumArgs } from '../../host/chromium/chromium-args.ts'
import { findHeadless } from '../../host/chromium/find-chromium.ts'
import { sendFile } from './media-folder.ts'

const WORKER = join(import.meta.dirname, '../../../renderer/analysis/grid-worker.ts')

/** What the page does with one recording: it starts a worker and passes its batches on. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Decoder</title><script>
window.decode = (url, number) => new Promise((done, fail) => {
  const worker = new Worker('/worker.js', { type: 'module' })
  let info = null
  let sent = Promise.resolve()
  worker.onerror = (event) => fail(new Error(event.message || 'The worker could not be started.'))
  worker.onmessage = ({ data }) => {
    if (data.type === 'start') info = data
    if (data.type === 'grids') {
      const body = new Blob([new Float64Array([data.timesMs.length]), data.timesMs, data.keys, data.grids])
      sent = sent.then(() => fetch('/grids/' + number, { method: 'POST', body })).then(() => worker.postMessage({ type: 'next' }))
    }
    if (data.type === 'end') sent.then(() => { worker.terminate(); done({ info, outcome: data.outcome }) }, fail)
  }
  worker.postMessage({ type: 'decode', url })
})
window.thumbnails = (url, timesMs) => new Promise((done, fail) => {
  const worker = new Worker('/worker.js', { type: 'module' })
  worker.onerror = (event) => fail(new Error(event.message))
  worker.onmessage = async ({ data }) => {
    worker.terminate()
    done(await Promise.all(data.images.map(async (image) => {
      if (!image) return null
      const { width, height } = await createImageBitmap(image)
      return { type: image.type, width, height, bytes: image.size }
    })))
  }
  worker.postMessage({ type: 'thumbnails', url, timesMs, width: 320 })
})
</script>`

const bundleWorker = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, target: 'chrome153', lib: { entry: WORKER, formats: ['es'] } },
  })
  const chunk = [built].flat().flatMap((one) => ('output' in one ? one.output : []))[0]
  if (chunk?.type !== 'chunk') throw new Error('The bundle of the analysis worker is empty.')
  return chunk.code
}

type Outcome =
  | { ok: true; durationMs: number; width: number; height: number; pictures: number }
  | { ok: false; failure: string; details: string }
type Decoded = { info: { durationMs: number; width: number; height: number } | null; outcome: Outcome }
type OnGrid = (frame: GridFrame) => void
type Thumbnail = { type: string; width: number; height: number; bytes: number } | null

export type DecoderHost = {
  /** Decodes a file on this computer: MP4, or a playlist beside its segments. */
  decode: (file: string, onGrid: OnGrid) => Promise<Decoded>
  thumbnails: (file: string, timesMs: number[]) => Promise<Thumbnail[]>
  browser: Browser
  close: () => Promise<void>
}

/** The program's decoder in a headless Chromium, on a page of its own that reads files of this computer. */
export const startDecoder = async (): Promise<DecoderHost> => {
  const [worker, found] = await Promise.all([bundleWorker(), findHeadless()])
  const folders: string[] = []
  const readers = new Map<number, OnGrid>()
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [, kind = '', number = '', name = ''] = pathname.split('/')
    if (pathname === '/worker.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker)
    const folder = folders[Number(number)]
    if (kind === 'media' && folder) return sendFile(join(folder, basename(decodeURIComponent(name))), request, response)
    const onGrid = readers.get(Number(number))
    if (kind === 'grids' && onGrid) {
      const body = await buffer(request)
      const count = body.readDoubleLE(0)
      const [keysAt, gridsAt] = [8 * (count + 1), 9 * count + 8]
      for (let at = 0; at < count; at += 1) {
        const grid = Uint8Array.from(body.subarray(gridsAt + at * GRID_TILES, gridsAt + (at + 1) * GRID_TILES))
        onGrid({ timeMs: body.readDoubleLE(8 * (at + 1)), key: body[keysAt + at] === 1, grid })
      }
      return void response.writeHead(204).end()
    }
    if (pathname !== '/') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
  }
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await chromium.launch({
    executablePath: found.path,
    args: chromiumArgs({ port: null, switches: ['--no-sandbox'] }),
    env: { ...process.env, ...found.env } as Record<string, string>,
  })
  // One page for all recordings, as in the program; each has a worker of its own.
  const opened = await browser.newPage()
  await opened.goto(origin)
  const call = async <T>(file: string, ask: (page: Page, url: string, number: number) => Promise<T>): Promise<T> => {
    const number = folders.push(dirname(resolve(file))) - 1
    try {
      return await ask(opened, `${origin}/media/${number}/${encodeURIComponent(basename(file))}`, number)
    } finally {
      readers.delete(number)
    }
  }
  return {
    browser,
    decode: (file, onGrid) =>
      call(file, (page, url, number) => {
        readers.set(number, onGrid)
        return page.evaluate<Decoded>(`window.decode(${JSON.stringify(url)}, ${number})`)
      }),
    thumbnails: (file, timesMs) =>
      call(file, (page, url) =>
        page.evaluate<Thumbnail[]>(`window.thumbnails(${JSON.stringify(url)}, ${JSON.stringify(timesMs)})`),
      ),
    close: async () => {
      await browser.close()
      server.close()
      server.closeAllConnections()
    },
  }
}
