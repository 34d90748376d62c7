import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { electronProgram } from '../obtain/electron-binary.ts'
import { startForPerson } from './start-app.ts'

let root: string
let seen: string
let lines: string[]
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'desk-start-'))
  seen = join(root, 'seen')
  lines = []
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
})

/** A stand-in for Electron's program: records its arguments and environment. */
const makeProgram = async (exitCode: number): Promise<string> => {
  const program = join(root, 'dist', electronProgram())
  await mkdir(join(program, '..'), { recursive: true })
  await writeFile(program, `#!/bin/sh\n{ echo "$@"; env; } > "${seen}"\nexit ${exitCode}\n`)
  await chmod(program, 0o755)
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(root, 'dist'))
  return program
}

const start = (options: Partial<Parameters<typeof startForPerson>[0]>) =>
  startForPerson({
    root,
    args: ['--demo'],
    env: { ...process.env, DISPLAY: ':9' },
    headless: false,
    windowOnly: true,
    onWindow: () => {},
    print: (line) => lines.push(line),
    ...options,
  })

/** The stand-in for Electron's program is a shell script. */
const onPosix = test.skipIf(process.platform === 'win32')

onPosix('a start gives Electron its arguments, and not ELECTRON_RUN_AS_NODE', async () => {
  await makeProgram(0)
  expect(await start({ env: { ...process.env, DISPLAY: ':9', ELECTRON_RUN_AS_NODE: '1', KEPT: 'yes' } })).toBe(0)
  const text = readFileSync(seen, 'utf8')
  expect(text.split('\n')[0]).toContain(`${root} --demo`)
  expect(text).toContain('KEPT=yes')
  expect(text).not.toContain('ELECTRON_RUN_AS_NODE')
})

onPosix('the driver of the specs does not hand it on either', async () => {
  const program = await makeProgram(1)
  // Playwright leaves promises of a program that did not start to themselves: not in this process.
  const settings = { main: '', userData: root, temporary: false, args: [], env: { KEPT: 'yes' } }
  const driver = pathToFileURL(join(import.meta.dirname, '../drive/drive-electron.ts')).href
  const script = `process.on('unhandledRejection', () => {})
    const { launchInElectron } = await import('${driver}')
    await launchInElectron(${JSON.stringify(settings)}, '${root}', '${program}').catch(() => process.exit(0))`
  spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    timeout: 15_000,
  })
  const text = readFileSync(seen, 'utf8')
  expect(text).toContain('KEPT=yes')
  expect(text).not.toContain('ELECTRON_RUN_AS_NODE')
})

/** Elsewhere a display is always taken to be there. */
const onLinux = test.runIf(process.platform === 'linux')

onLinux('without a display, a start that must show a window ends, and fetches and starts nothing', async () => {
  await makeProgram(0)
  expect(await start({ env: { PATH: process.env.PATH } })).toBe(1)
  expect(lines).toEqual(['There is no display here. There is no window to show it in.'])
  expect(existsSync(seen)).toBe(false)
})

onPosix('with a display, but neither Electron nor a browser, it ends as well', async () => {
  await makeProgram(1)
  vi.stubEnv('REPLAY_DESK_CHROMIUM', 'npm')
  expect(await start({})).toBe(1)
  expect(lines.join('\n')).toContain('Electron did not start here. No Chrome, Chromium or Edge was found.')
})
