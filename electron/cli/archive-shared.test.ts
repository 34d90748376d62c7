import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDesk } from '../core/archive/testing/open-desk.ts'
import { startSampleService } from '../sample/sample-service.ts'
import type { SampleService } from '../sample/sample-session.ts'
import { sampleIds } from '../sample/sessions/hand-made-sessions.ts'
import { sampleFolder } from './cli-paths.ts'
import { EXIT } from './exit-codes.ts'
import { runCli, startCli } from './testing/run-cli.ts'

const TOKEN = 'key-of-the-shared-folder'
const IDS = [sampleIds.ledgerReport, sampleIds.ferryTimetable, sampleIds.invoices]
vi.setConfig({ testTimeout: 180_000 })
let sample: SampleService
let home: string
let to: string

beforeAll(async () => {
  sample = await startSampleService({ folder: sampleFolder, key: TOKEN, rateLimit: { limit: 100_000, windowS: 60 } })
})
afterAll(() => sample.close())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'desk-shared-'))
  to = join(home, 'Replay Desk')
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
  sample.faults.media.bytesPerSecond = null
})

const options = () => ({ home, env: { REPLAY_DESK_BASE_URL: sample.baseUrl, REPLAY_DESK_TOKEN: TOKEN } })
const archive = (...args: string[]) => runCli(['archive', '--to', to, ...args], options())
const videos = (): string[] =>
  readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mp4'))
const isBusy = () => existsSync(to) && readdirSync(to).some((name) => name.endsWith('.part'))

test('H29: pairs that were sorted into a subfolder are there already', async () => {
  expect((await archive(...IDS)).code).toBe(0)
  mkdirSync(join(to, '2026-11'))
  for (const name of readdirSync(to).filter((one) => /\.(mp4|json)$/.test(one))) {
    renameSync(join(to, name), join(to, '2026-11', name))
  }
  const asked = sample.requests.filter(({ server }) => server === 'media').length
  const again = await archive(...IDS, '--json')
  expect(again.json().map(({ state }) => state)).toEqual(['kept', 'kept', 'kept'])
  expect(sample.requests.filter(({ server }) => server === 'media')).toHaveLength(asked)
  expect(videos()).toHaveLength(3)
})

test('H19: a lock with the number of another program’s process does not stop the archive', async () => {
  const sleeper = await startCli(['archive', sampleIds.ledgerReport, '--to', to], options())
  sample.faults.media.bytesPerSecond = 20_000
  await expect.poll(isBusy, { timeout: 60_000 }).toBe(true)
  const [name = ''] = readdirSync(join(to, '.replay-desk')).filter((one) => one.endsWith('.lock'))
  sleeper.child.kill('SIGKILL')
  await sleeper.done
  sample.faults.media.bytesPerSecond = null
  writeFileSync(join(to, '.replay-desk', name), String(process.pid)) // lives, and is not replay-desk
  expect((await archive(sampleIds.ledgerReport)).code).toBe(0)
  expect(videos()).toHaveLength(1)
})

test('two processes with one list and one folder: the second reports it, waits with --wait, and finds what the first one made', async () => {
  sample.faults.media.bytesPerSecond = 60_000
  const first = await startCli(['archive', ...IDS, '--to', to, '--concurrency', '3'], options())
  await expect.poll(isBusy, { timeout: 60_000 }).toBe(true)
  const second = await archive(sampleIds.ledgerReport, '--json')
  expect(second.json()).toMatchObject([
    {
      state: 'archiving-elsewhere',
      problem: null,
      by: { tool: expect.stringContaining('replay-desk'), pid: first.child.pid },
    },
  ])
  expect(second.code).toBe(EXIT.elsewhere)
  const waiting = await startCli(['archive', ...IDS, '--to', to, '--wait', '120'], options())
  let said = ''
  waiting.child.stderr?.on('data', (text: string) => {
    said += text
  })
  await expect.poll(() => said, { timeout: 60_000 }).toContain('being archived by another process')
  sample.faults.media.bytesPerSecond = null
  const [one, two] = await Promise.all([first.done, waiting.done])
  expect([one.code, two.code]).toEqual([0, 0])
  const made = (text: string, word: string) => text.split('\n').filter((line) => line.startsWith(word)).length
  expect(made(one.stdout, 'Archived:') + made(two.stdout, 'Archived:')).toBe(3)
  expect(made(two.stdout, 'Already archived:')).toBeGreaterThan(0)
  expect(`${one.stderr}${two.stderr}`).not.toContain('Failed')
  expect(videos()).toHaveLength(3)
  expect(readdirSync(to).filter((name) => !/\.(mp4|json)$/.test(name))).toEqual([])
})

test('L21: desktop and command line share a folder: one copy each, whoever comes first', async () => {
  sample.faults.media.bytesPerSecond = 60_000
  const desk = openDesk(home, { archiveAtOnce: 2 })
  try {
    await desk.begin(sample.baseUrl, TOKEN)
    await desk.add(...IDS)
    await expect.poll(isBusy, { timeout: 60_000 }).toBe(true)
    const running = await startCli(['archive', ...IDS, '--to', to, '--wait', '120'], options())
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    sample.faults.media.bytesPerSecond = null
    expect(await running.done).toMatchObject({ code: 0 })
    for (const id of IDS) {
      await expect.poll(async () => (await desk.itemOf(id)).state, { timeout: 60_000 }).toBe('done')
    }
    expect(videos()).toHaveLength(3)
    expect((await runCli(['verify', to], options())).code).toBe(0)
  } finally {
    await desk.core.dispose()
  }
})
