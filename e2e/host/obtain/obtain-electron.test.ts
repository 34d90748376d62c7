import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { electronBinary, electronProgram } from './electron-binary.ts'
import { obtainElectron } from './obtain-electron.ts'
import {
  ARCHIVE,
  breakAfter,
  type Mirror,
  makePackage,
  slowly,
  stallAfter,
  startMirror,
  VERSION,
  whole,
} from './testing/mirror.ts'

const CHILD = join(import.meta.dirname, 'testing/obtain-child.ts')
/** A twentieth of the real bounds: what takes 20 s there takes one second here. */
const SCALE = 20
const BOUNDS = { silenceMs: 20_000 / SCALE, retryAfterMs: 1_000 / SCALE }

let root: string
let folder: string
let cache: string
let lines: string[]
const mirrors: Mirror[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'desk-electron-'))
  folder = join(root, 'electron')
  cache = join(root, 'cache')
  lines = []
  await makePackage(folder)
  for (const name of Object.keys(process.env)) {
    if (/proxy|^electron_|electron_mirror/i.test(name)) vi.stubEnv(name, undefined)
  }
  vi.stubEnv('electron_config_cache', cache)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const mirror of mirrors.splice(0)) mirror.close()
  await rm(root, { recursive: true, force: true })
})

const use = async (options: Parameters<typeof startMirror>[0]): Promise<Mirror> => {
  const mirror = await startMirror(options)
  mirrors.push(mirror)
  vi.stubEnv('ELECTRON_MIRROR', mirror.url)
  return mirror
}

const obtain = () => obtainElectron({ root, folder, bounds: BOUNDS, print: (line) => lines.push(line) })
const said = (): string => lines.join('\n')

/** Nothing but what npm brought: no program, no part of one. */
const expectUntouched = (): void => {
  expect(readdirSync(folder).sort()).toEqual(['checksums.json', 'package.json'])
  expect(existsSync(cache) ? readdirSync(cache) : []).toEqual([])
}

describe('what arrives is installed', () => {
  test('a mirror that needs three times the bound of silence, but is never silent, is waited for', async () => {
    const mirror = await use({ send: slowly(60_000 / SCALE, 60) })
    const binary = join(folder, 'dist', electronProgram())
    expect(await obtain()).toEqual({ kind: 'ready', binary })
    expect(electronBinary(folder, {})).toBe(binary)
    expect(readFileSync(join(folder, 'dist/resources/large.bin')).length).toBe(60_000)
    if (process.platform !== 'win32') expect(statSync(binary).mode & 0o111).toBe(0o111)
    expect(mirror.asked).toEqual([null])
    expect(readdirSync(folder).sort()).toEqual(['checksums.json', 'dist', 'package.json', 'path.txt'])
    expect(said()).toContain(`Downloading Electron ${VERSION} from ${mirror.url}`)
    expect(await obtain()).toEqual({ kind: 'ready', binary })
    expect(mirror.asked.length).toBe(1)
  })

  test('a connection that breaks or stalls is resumed where it stopped', async () => {
    const mirror = await use({
      send: (response, body, attempt) =>
        (attempt === 1 ? breakAfter(0.5) : attempt === 2 ? stallAfter(0.5) : whole)(response, body, attempt),
    })
    expect(await obtain()).toMatchObject({ kind: 'ready' })
    const half = Math.floor(ARCHIVE.length / 2)
    expect(mirror.asked).toEqual([null, `bytes=${half}-`, `bytes=${half + Math.floor((ARCHIVE.length - half) / 2)}-`])
  })

  test('a server without ranges, or with another file meanwhile, starts over', async () => {
    const mirror = await use({
      ranges: false,
      send: (response, body, attempt) => (attempt === 1 ? breakAfter(0.5) : whole)(response, body, attempt),
    })
    expect(await obtain()).toMatchObject({ kind: 'ready' })
    expect(mirror.asked.length).toBe(2)
  })

  test('the cache of @electron/get is used and filled', async () => {
    const mirror = await use({ send: whole })
    await obtain()
    await rm(join(folder, 'dist'), { recursive: true })
    expect(await obtain()).toMatchObject({ kind: 'ready' })
    expect(mirror.asked.length).toBe(1)
  })

  test('a half dist of a killed installer is replaced whole', async () => {
    await mkdir(join(folder, 'dist'))
    await writeFile(join(folder, 'dist', 'half'), '')
    await mkdir(join(folder, '.replay-desk-999999999'))
    await use({ send: whole })
    expect(await obtain()).toMatchObject({ kind: 'ready' })
    expect(existsSync(join(folder, 'dist/half'))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual(['checksums.json', 'dist', 'package.json', 'path.txt'])
  })

  test('a proxy of the environment is used, as npm uses it', async () => {
    const mirror = await use({ send: whole })
    const tunnels: string[] = []
    const proxy = createServer()
    proxy.on('connect', (request, client, head) => {
      tunnels.push(request.url ?? '')
      const server = connect(Number(new URL(mirror.url).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        server.write(head)
        server.pipe(client).pipe(server)
      })
      for (const end of [client, server]) end.on('error', () => {})
    })
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
    const ran = start({
      HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      ELECTRON_MIRROR: 'http://mirror.invalid/electron/',
    })
    expect((await ran.done).stdout).toContain('"kind":"ready"')
    expect(tunnels).toEqual(['mirror.invalid:80'])
    proxy.closeAllConnections()
    proxy.close()
  })
})

describe('what does not arrive', () => {
  test('gives up a mirror that stalls twice, reports it, and retries at the next start', async () => {
    const mirror = await use({
      send: (response, body, attempt) => (attempt === 1 ? stallAfter(0.5)(response, body, 1) : undefined),
    })
    expect(await obtain()).toEqual({ kind: 'unavailable' })
    expect(mirror.asked.length).toBe(3) // half of it, and two silences in a row
    expect(said()).toContain('no data came from 127.0.0.1')
    expect(said()).toContain(`Tried: ${mirror.url}`)
    expect(said()).toContain('ELECTRON_MIRROR=')
    expect(said()).toContain('HTTPS_PROXY=')
    expectUntouched()
    await obtain()
    expect(mirror.asked.length).toBe(5)
  })

  test.each([401, 403, 404])('HTTP %i is a refusal: at once, and remembered for an hour', async (status) => {
    const mirror = await use({ send: whole, status })
    expect(await obtain()).toEqual({ kind: 'unavailable' })
    expect(said()).toContain(`HTTP ${status}`)
    expect(mirror.asked.length).toBe(1)
    lines = []
    expect(await obtain()).toEqual({ kind: 'unavailable' })
    expect(mirror.asked.length).toBe(1)
    expect(said()).toContain(`HTTP ${status}`)
    expect(said()).toContain('The next attempt is in 60 min. To retry now, run "npx install-electron".')
    const again = await use({ send: whole }) // another mirror is asked at once
    expect(await obtain()).toMatchObject({ kind: 'ready' })
    expect(again.asked.length).toBe(1)
  })

  test.each([
    ['http://desk-mirror.invalid/', 'no address was found for desk-mirror.invalid'],
    ['http://127.0.0.1:1/', "127.0.0.1:1 can't be reached"],
    ['no-address/', "can't be reached"],
  ])('%s is a refusal at once, and the next start tries it again', async (address, expected) => {
    vi.stubEnv('ELECTRON_MIRROR', address)
    expect(await obtain()).toEqual({ kind: 'unavailable' })
    expect(said()).toContain(expected)
    expectUntouched()
    lines = []
    await obtain()
    expect(said()).not.toContain('The next attempt')
  })

  test('HTTP 503 is asked once more, and not remembered', async () => {
    const mirror = await use({ send: whole, status: 503 })
    expect(await obtain()).toEqual({ kind: 'unavailable' })
    expect(mirror.asked.length).toBe(2)
    await obtain()
    expect(mirror.asked.length).toBe(4)
  })

  test('a file with another checksum is discarded and remembered, since it would be the same again', async () => {
    const mirror = await use({ send: whole, archive: Buffer.from(ARCHIVE).fill(0, 100, 200) })
    expect(await obtain()).toEqual({ kind: 'unavailable' })
    expect(said()).toContain("doesn't match Electron's checksum")
    expectUntouched()
    await obtain()
    expect(mirror.asked.length).toBe(1)
  })

  test('a password in an address is in no line', async () => {
    vi.stubEnv('ELECTRON_MIRROR', 'http://me:secret-word@127.0.0.1:1/electron/?token=secret-word&')
    await obtain()
    expect(said()).toContain('Tried: http://127.0.0.1:1/electron/')
    expect(said()).not.toContain('secret-word')
  })
})

const start = (
  env: NodeJS.ProcessEnv = {},
): { child: ChildProcess; done: Promise<{ code: number | null; stdout: string }> } => {
  const child = spawn(process.execPath, [CHILD, folder, root, '20000'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  return { child, done: new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout }))) }
}

// Windows has no signals: there a process is ended without being asked.
test.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the download with code %i, without a file and without a note', async (signal, code) => {
  const mirror = await use({ send: stallAfter(0.5) })
  const { child, done } = start()
  await expect.poll(() => mirror.asked.length, { timeout: 15_000 }).toBe(1)
  await expect.poll(() => readdirSync(folder).some((name) => name.startsWith('.replay-desk-'))).toBe(true)
  child.kill(signal)
  const ran = await done
  expect(ran.code).toBe(code)
  expect(ran.stdout).toContain(`Stopped. Nothing of Electron ${VERSION} was kept.`)
  expectUntouched()
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
})

test('the binary is there only when the file is', async () => {
  expect(electronBinary(folder, {})).toBeNull()
  await writeFile(join(folder, 'path.txt'), electronProgram())
  expect(electronBinary(folder, {})).toBeNull()
  const path = join(folder, 'dist', electronProgram())
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, '')
  expect(electronBinary(folder, {})).toBe(path)
})

test('another folder of Electron needs no note of the installer', async () => {
  const other = join(root, 'other')
  const path = join(other, electronProgram())
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, '')
  expect(electronBinary(folder, { ELECTRON_OVERRIDE_DIST_PATH: other })).toBe(path)
})
