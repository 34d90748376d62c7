import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findForWindow, findHeadless, findInstalled, type Machine } from './find-chromium.ts'
import { unpackNpmChromium } from './npm-chromium.ts'

const machine = (there: string[], change: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  arch: 'x64',
  env: { PATH: '/usr/local/bin:/usr/bin' },
  isExecutable: (path) => there.includes(path),
  ...change,
})

describe('an installed browser', () => {
  test('Linux: Chrome before Chromium before Edge, wherever PATH has them', () => {
    const all = ['/usr/bin/microsoft-edge', '/usr/bin/chromium', '/usr/local/bin/google-chrome']
    expect(findInstalled(machine(all))?.path).toBe('/usr/local/bin/google-chrome')
    expect(findInstalled(machine(all.slice(0, 2)))?.path).toBe('/usr/bin/chromium')
    expect(findInstalled(machine(all.slice(0, 1)))?.path).toBe('/usr/bin/microsoft-edge')
    expect(findInstalled(machine([]))).toBeNull()
  })

  test('macOS: in the common and the own applications folder', () => {
    const path = '/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium'
    expect(findInstalled(machine([path], { platform: 'darwin', env: { HOME: '/Users/ada' } }))?.path).toBe(path)
  })

  test('Windows: also where a person installed it without rights', () => {
    const path = 'C:\\Users\\ada\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'
    const env = { PROGRAMFILES: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' }
    expect(findInstalled(machine([path], { platform: 'win32', env }))?.path).toBe(path)
  })
})

test('prefers REPLAY_DESK_CHROMIUM and reports a wrong one', async () => {
  const named = machine(['/opt/own', '/usr/bin/chromium'], {
    env: { PATH: '/usr/bin', REPLAY_DESK_CHROMIUM: '/opt/own' },
  })
  expect(findForWindow(named)?.path).toBe('/opt/own')
  expect((await findHeadless(named)).path).toBe('/opt/own')
  expect(() => findForWindow({ ...named, isExecutable: () => false })).toThrow('REPLAY_DESK_CHROMIUM')
})

test('nothing anywhere ends in one sentence that says what to do', async () => {
  await expect(findHeadless(machine([], { arch: 'arm64' }))).rejects.toThrow('Install Chrome, Chromium or Edge')
})

const isNpmPlace = process.platform === 'linux' && process.arch === 'x64'

describe.runIf(isNpmPlace)('the browser among the packages', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'desk-unpack-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('two processes that unpack at once both get a whole one, and no part stays', { timeout: 120_000 }, async () => {
    const [one, two] = await Promise.all([unpackNpmChromium(folder), unpackNpmChromium(folder)])
    expect(one.path).toBe(two.path)
    expect(existsSync(one.path)).toBe(true)
    expect(await readdir(folder)).toHaveLength(1)
  })
})
