/**
 * Builds the package and checks it: `npm run pack:check`. What needs no build is held by `pack/configuration.test.ts`.
 * Where Electron's binary cannot be fetched, a stand-in runtime folder takes its place; it carries a real fuse wire, so
 * the fuses that electron-builder sets can be read back from it all the same.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { extractAll, listPackage } from '@electron/asar'
import { launchDesk } from '../../host/drive/drive.ts'
import { electronBinary } from '../../host/obtain/electron-binary.ts'
import { buildPackage, checkDesktopEntries } from './build-package.ts'
import { FUSES, makeStandIn, wrongFuses } from './fuses.ts'
import { checkKeyring, findLayout } from './package-layout.ts'

const root = join(import.meta.dirname, '../../..')
const electronVersion: string = createRequire(import.meta.url)('electron/package.json').version

/** Every path of the archive fits one of these; a new kind of file is a decision, taken here. */
const ALLOWED = [
  /^\/package\.json$/,
  /^\/out(\/(main|preload|renderer)(\/.*)?)?$/,
  /^\/assets(\/(icon\.png|sample(\/.*)?))?$/,
  /^\/node_modules(\/@napi-rs(\/keyring(-[a-z0-9-]+)?(\/(package\.json|index\.(js|cjs|mjs)|keytar\.js|browser\.js|LICENSE|keyring\.[a-z0-9-]+\.node))?)?)?$/,
]
const NEEDED = [
  '/out/main/main.js',
  '/out/main/archive-thread.js',
  '/out/preload/index.cjs',
  '/out/renderer/index.html',
  '/assets/sample/recordings.json',
]
/** Sources, maps, tests and secrets never ship; below assets/sample `.ts` is video. */
const REFUSED = [/\.map$/, /\.test\./, /^(?!\/assets\/sample\/).*\.tsx?$/, /\.env/, /(^|\/)e2e(\/|$)/]

const checkFiles = (archive: string): number => {
  const files = listPackage(archive, { isPack: false })
  const foreign = files.filter(
    (file) => !ALLOWED.some((rule) => rule.test(file)) || REFUSED.some((rule) => rule.test(file)),
  )
  const missing = NEEDED.filter((file) => !files.includes(file))
  if (foreign.length > 0) throw new Error(`not on the allow-list: ${foreign.slice(0, 10).join(', ')}`)
  if (missing.length > 0) throw new Error(`missing in the package: ${missing.join(', ')}`)
  return files.length
}

/** The thread that archives starts from its own file, without anything that only main may load. */
const startThread = async (file: string): Promise<void> => {
  const thread = new Worker(file, { workerData: { trusted: null } })
  const [message] = (await once(thread, 'message')) as [{ kind?: string }]
  await thread.terminate()
  if (message.kind !== 'ready') throw new Error('the archive thread does not start')
}

/** The archive's content, started in the Chromium host up to the first screen. */
const startPacked = async (archive: string, work: string): Promise<string> => {
  const unpacked = join(work, 'app')
  extractAll(archive, unpacked)
  await startThread(join(unpacked, 'out/main/archive-thread.js'))
  const desk = await launchDesk({ main: join(unpacked, 'out/main/main.js') })
  try {
    await desk.page.getByRole('button', { name: 'Explore the sample workspace' }).click({ timeout: 30_000 })
    await desk.page.getByRole('row').nth(2).waitFor({ timeout: 30_000 })
    return desk.runtime
  } finally {
    await desk.close()
  }
}

const main = async (): Promise<void> => {
  const work = mkdtempSync(join(tmpdir(), 'desk-pack-'))
  try {
    const real = electronBinary() !== null
    const standIn = join(work, 'electron')
    if (!real) await makeStandIn(standIn, electronVersion)
    const output = join(work, 'dist')
    checkDesktopEntries(await buildPackage({ root, output, electronDist: real ? null : standIn }))
    const layout = findLayout(output)
    const files = checkFiles(layout.archive)
    const keyring = checkKeyring(layout)
    const wrong = await wrongFuses(layout.binary)
    if (wrong.length > 0) throw new Error(`fuses that are not as they must be: ${wrong.join(', ')}`)
    const fuses = Object.keys(FUSES).length
    const runtime = await startPacked(layout.archive, work)
    console.log(
      `package: ${files} files on the allow-list, ${fuses} fuses read back${real ? '' : ' from a stand-in binary'}, ${keyring} loads, starts in ${runtime}`,
    )
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

await main()
