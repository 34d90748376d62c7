/**
 * Makes the recordings of the sample workspace again: `node e2e/tools/record-samples/record-samples.ts [id …]`.
 * A real browser does small tasks on hand-made pages (record-samples/sites) and is filmed while it does.
 * Needs ffmpeg and a Chromium (CHROMIUM, else `chromium` of the system). No network: pages are answered from here.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { createActor, type Run } from './actor.ts'
import { startCamera } from './camera.ts'
import { type ManifestEntry, packRecording } from './package-recording.ts'
import { runs } from './sample-runs.ts'

const here = import.meta.dirname
const folder = join(import.meta.dirname, '../../../assets/sample')
const manifest = join(folder, 'recordings.json')
const LIMIT = 6_000_000

const fontFile = (name: string): string =>
  join(
    dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/package.json`)),
    'files',
    `${name}-latin-wght-normal.woff2`,
  )

const record = async (browser: Browser, run: Run): Promise<ManifestEntry> => {
  const context = await browser.newContext({ viewport: run.viewport, deviceScaleFactor: 1, locale: 'en-GB' })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`${run.id}: ${error.message}`))
  const files: Record<string, string> = { 'stage.example': 'stage.html' }
  for (const [host, file] of Object.entries(run.sites)) files[host] = `sites/${file}`
  await context.route('**/*', async (route) => {
    const { host, pathname } = new URL(route.request().url())
    if (pathname === '/inter.woff2')
      return route.fulfill({ path: fontFile('inter'), headers: { 'Access-Control-Allow-Origin': '*' } })
    if (pathname === '/mono.woff2')
      return route.fulfill({ path: fontFile('jetbrains-mono'), headers: { 'Access-Control-Allow-Origin': '*' } })
    const file = files[host]
    return file
      ? route.fulfill({ body: readFileSync(join(here, file)), contentType: 'text/html; charset=utf-8' })
      : route.abort()
  })
  await page.goto('https://stage.example/')
  const site = page.frame('site')
  if (!site) throw new Error('the stage has no site frame')
  const camera = await startCamera(await context.newCDPSession(page))
  const actor = createActor(page, site, camera)
  await run.act(actor)
  const scratch = mkdtempSync(join(tmpdir(), 'recording-'))
  const source = join(scratch, 'source.mp4')
  await camera.finish(source, { crf: run.crf ?? 33, keyEvery: run.keyEvery ?? 6 })
  await context.close()
  const entry = packRecording({ source, folder, id: run.id, title: run.title, forms: run.forms, steps: actor.steps })
  rmSync(scratch, { recursive: true })
  return entry
}

const wanted = process.argv.slice(2)
const known = new Map(
  (JSON.parse(readFileSync(manifest, 'utf8')) as { recordings: ManifestEntry[] }).recordings.map((one) => [
    one.id,
    one,
  ]),
)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    '--hide-scrollbars',
  ],
})
try {
  for (const run of runs) {
    if (wanted.length > 0 && !wanted.includes(run.id)) continue
    known.set(run.id, await record(browser, run))
    const recordings = runs.flatMap((one) => known.get(one.id) ?? [])
    writeFileSync(manifest, `${JSON.stringify({ recordings }, null, 1)}\n`)
    console.log(`${run.id}: ${Math.round((known.get(run.id)?.durationMs ?? 0) / 1000)} s`)
  }
} finally {
  await browser.close()
}
const all = [...known.values()]
  .flatMap((one) => [one.mp4, one.ts, one.fmp4])
  .flatMap((one) => (one ? [statSync(join(folder, one.file)).size] : []))
const total = all.reduce((sum, bytes) => sum + bytes, 0)
console.log(`${(total / 1e6).toFixed(2)} MB of ${LIMIT / 1e6} MB`)
if (total > LIMIT) process.exitCode = 1
