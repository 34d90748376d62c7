// Negative controls: what the host's tests see when the thing they test is taken away.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Desk, launchDesk } from './drive.ts'
import { processesNaming } from './processes.ts'

const MAIN = fileURLToPath(new URL('../fixtures/main.mjs', import.meta.url))
const PARENT = fileURLToPath(new URL('../fixtures/doomed-parent.ts', import.meta.url))
const SLOW = { timeout: 120_000 }

type Seen = { open: number; cancelled: number; requests: string[] }
const seen = (desk: Desk): Promise<Seen> =>
  desk.main.evaluate(() => (globalThis as unknown as { fixture: Seen }).fixture)

test('without the mapping of our origin no request comes, so no list', SLOW, async () => {
  const desk = await launchDesk({ main: MAIN, hostArgs: ['--no-origin-mapping'], waitForWindow: false })
  try {
    await expect.poll(() => desk.stderr(), { timeout: 20_000 }).toContain('ERR_NAME_NOT_RESOLVED')
    expect((await seen(desk)).requests).toEqual([])
    expect(await desk.context.pages()[0]?.locator('li').count()).toBe(0)
  } finally {
    await desk.kill()
  }
})

test('a program that does not clean up on cancel is seen to leak', SLOW, async () => {
  const desk = await launchDesk({ main: MAIN, args: ['--leak'] })
  try {
    await desk.page.evaluate(async () => {
      const controller = new AbortController()
      await fetch('/endless', { signal: controller.signal })
      controller.abort()
    })
    await expect.poll(async () => (await seen(desk)).cancelled, { timeout: 20_000 }).toBe(1)
    expect((await seen(desk)).open).toBe(1)
  } finally {
    await desk.kill()
  }
})

describe.runIf(process.platform === 'linux')('kill -9 leaves nothing behind', () => {
  const gone = (text: string) =>
    expect.poll(() => processesNaming(text), { timeout: 20_000, interval: 100 }).toEqual([])

  test('the host', SLOW, async () => {
    const desk = await launchDesk({ main: MAIN })
    expect(processesNaming(desk.userData).length).toBeGreaterThan(1)
    await desk.kill()
    await gone(desk.userData)
    expect(existsSync(desk.userData)).toBe(false)
  })

  test('the browser', SLOW, async () => {
    const desk = await launchDesk({ main: MAIN })
    const browsers = processesNaming(`--user-data-dir=${desk.userData}`)
    expect(browsers.length).toBeGreaterThan(0)
    for (const pid of browsers) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // it went with its parent
      }
    }
    expect(await desk.exited).not.toBeNull()
    expect(desk.stdout()).toContain('fixture will quit')
    await gone(desk.userData)
    expect(existsSync(desk.userData)).toBe(false)
  })

  test('the test that started it all', SLOW, async () => {
    const parent: ChildProcess = spawn(process.execPath, [PARENT], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (!parent.stdout) throw new Error('no output')
    const lines = createInterface({ input: parent.stdout })
    const line = await new Promise<string>((resolve) => lines.once('line', resolve))
    const { userData } = JSON.parse(line) as { userData: string }
    expect(processesNaming(userData).length).toBeGreaterThan(1)
    parent.kill('SIGKILL')
    await gone(userData)
    expect(existsSync(userData)).toBe(false)
  })
})
