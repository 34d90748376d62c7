/**
 * Builds the package and checks it: `npm run pack:check`.
 * Where Electron's binary cannot be fetched, a stand-in runtime folder takes its place; it carries a real fuse wire, so
 * the fuses that electron-builder sets can be read back from it all the same.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractAll, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { launchDesk } from '../host/drive.ts'
import { electronBinary } from '../host/electron-binary.ts'

const root = join(import.meta.dirname, '../..')
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
  '/out/preload/index.cjs',
  '/out/renderer/index.html',
  '/assets/sample/recordings.json',
]
/** Sources, maps, tests and secrets never ship; below assets/sample `.ts` is video. */
const REFUSED = [/\.map$/, /\.test\./, /^(?!\/assets\/sample\/).*\.tsx?$/, /\.env/, /(^|\/)e2e(\/|$)/]

const FUSES: [FuseV1Options, boolean][] = [
  [FuseV1Options.RunAsNode, false],
  [FuseV1Options.EnableCookieEncryption, true],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  [FuseV1Options.EnableNodeCliInspectArguments, false],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
  [FuseV1Options.OnlyLoadAppFromAsar, true],
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
]

/** How an enabled fuse stands in the wire: the character '1'. */
const FUSE_ENABLED = 0x31

/** Electron's fuse wire: a sentinel, the version 1, the count, one state a fuse. */
const makeStandIn = (folder: string): void => {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  const wire = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 9]),
    Buffer.from('101100101'),
  ])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), wire]))
  chmodSync(join(folder, 'electron'), 0o755)
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), 'stand-in\n')
  writeFileSync(join(folder, 'version'), electronVersion)
}

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

const checkFuses = async (binary: string): Promise<number> => {
  const wire = await getCurrentFuseWire(binary)
  for (const [fuse, on] of FUSES) {
    if ((wire[fuse] === FUSE_ENABLED) !== on)
      throw new Error(`fuse ${FuseV1Options[fuse]} should be ${on ? 'on' : 'off'}`)
  }
  return FUSES.length
}

/** The archive's content, started in the Chromium host up to the first screen. */
const startPacked = async (archive: string, work: string): Promise<string> => {
  const unpacked = join(work, 'app')
  extractAll(archive, unpacked)
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
    if (!real) makeStandIn(standIn)
    const output = join(work, 'dist')
    const builder = join(root, 'node_modules/electron-builder/cli.js')
    const overrides = [`-c.directories.output=${output}`, ...(real ? [] : [`-c.electronDist=${standIn}`])]
    execFileSync(process.execPath, [builder, '--dir', ...overrides], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const folder = join(output, readdirSync(output).find((name) => name.endsWith('unpacked')) ?? '')
    const archive = join(folder, 'resources/app.asar')
    const binary = ['replay-desk', 'Replay Desk', 'Replay Desk.exe'].map((name) => join(folder, name)).find(existsSync)
    if (!existsSync(archive) || !binary) throw new Error('the package was not built')
    const files = checkFiles(archive)
    const fuses = await checkFuses(binary)
    const runtime = await startPacked(archive, work)
    console.log(
      `package: ${files} files on the allow-list, ${fuses} fuses read back${real ? '' : ' from a stand-in binary'}, starts in ${runtime}`,
    )
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

await main()
