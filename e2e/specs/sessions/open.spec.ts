import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { processesNaming } from '../../host/drive/processes.ts'

const LAUNCHER = fileURLToPath(new URL('../../../electron/cli/replay-desk.js', import.meta.url))

test('"replay-desk open" with a display that shows nothing says why and leaves no program behind', async () => {
  test.skip(
    process.platform !== 'linux',
    'only on Linux a display can be missing, and /proc tells which programs are left',
  )
  const home = await mkdtemp(join(tmpdir(), 'desk-open-'))
  try {
    // No such X server, an Electron that is not there, a mirror that refuses, no browser with a window.
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      REPLAY_DESK_DATA: join(home, 'data'),
      DISPLAY: ':987',
      ELECTRON_OVERRIDE_DIST_PATH: home,
      ELECTRON_MIRROR: 'http://127.0.0.1:1/',
      electron_config_cache: join(home, 'cache'),
      REPLAY_DESK_CHROMIUM: 'npm',
    }
    const child = spawn(process.execPath, [LAUNCHER, 'open', 'left-behind-session'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(stderr).toContain("127.0.0.1:1 can't be reached")
    expect(stderr).toContain('No Chrome, Chromium or Edge was found')
    expect(stderr).toContain("The desktop app couldn't open a window.")
    expect(code).toBe(1)
    expect(processesNaming('left-behind-session')).toEqual([])
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
