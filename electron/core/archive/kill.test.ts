import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ok } from '../../contract/result.ts'
import { startSampleService } from '../../sample/sample-service.ts'
import type { SampleService } from '../../sample/sample-session.ts'
import { createSampleWorkspace } from '../../sample/sample-workspace.ts'
import { sampleIds } from '../../sample/sessions/hand-made-sessions.ts'
import { createClock } from '../base/clock.ts'
import { createCore } from '../core.ts'
import { quietLog, testFolder, unwrap } from '../library/testing/test-library.ts'
import { bundledProgram } from '../testing/bundle-program.ts'
import { sampleFolder } from './testing/open-desk.ts'

const KEY = 'key-of-the-kill-test'
const WANTED = [sampleIds.shopCheckout, sampleIds.invoices, sampleIds.ledgerReport]
const KILLS = 20
const SEED = 20_261_128

let place: ReturnType<typeof testFolder>
let service: SampleService
beforeEach(async () => {
  place = testFolder()
  service = await startSampleService({ folder: sampleFolder, key: KEY, rateLimit: { limit: 10_000, windowS: 60 } })
})
afterEach(async () => {
  await service.close()
  place.remove()
})

/** A library with the account connected and everything queued. */
const prepare = async (folder: string): Promise<void> => {
  const entries = new Map<string, string>()
  const core = createCore({
    fetch,
    keychain: {
      read: async (key) => ok(entries.get(key) ?? null),
      write: async (key, secret) => {
        entries.set(key, secret)
        return ok(undefined)
      },
      remove: async () => ok(undefined),
    },
    clock: createClock(),
    paths: { data: join(folder, 'data'), cache: join(folder, 'cache'), videos: folder },
    log: quietLog(),
    version: '1.2.3',
    runtime: 'electron',
    sample: createSampleWorkspace(sampleFolder),
    platform: 'linux',
    demo: false,
  })
  unwrap(
    await core.handlers['accounts.connect']({ baseUrl: service.baseUrl, credentials: { method: 'key', key: KEY } }),
  )
  unwrap(await core.handlers['archive.add']({ sessionIds: WANTED }))
  await core.dispose()
  writeFileSync(join(folder, 'keychain.json'), JSON.stringify([...entries]))
}

const startChild = async (folder: string): Promise<ChildProcess & { said: string[] }> => {
  const program = await bundledProgram(join(import.meta.dirname, 'testing/archive-child.ts'))
  const child = spawn(process.execPath, [program, folder, String(WANTED.length)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  child.stdout?.on('data', (text) => void said.push(String(text)))
  child.stderr?.on('data', (text) => void said.push(String(text)))
  return Object.assign(child, { said })
}
const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))
const untilStarted = async (child: ChildProcess & { said: string[] }): Promise<void> => {
  while (!child.said.join('').includes('started') && child.exitCode === null) await delay(5)
}

/** Numbers from 0 to 1, the same in every run. */
const random = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const hashes = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.mp4'))
      .map((name) => [name, hashOf(join(folder, name))]),
  )

test('D21: killed at twenty seeded points, a real process ends with the same bytes as one that was left alone', async () => {
  const template = join(place.folder, 'template')
  await prepare(template)
  const fresh = (name: string): string => {
    const folder = join(place.folder, name)
    cpSync(template, folder, { recursive: true })
    return folder
  }
  const left = fresh('left-alone')
  const calm = await startChild(left)
  expect([await ended(calm), calm.said.join('')]).toEqual([0, expect.stringContaining('"done":3')])
  const reference = hashes(join(left, 'Replay Desk'))
  expect(Object.keys(reference)).toHaveLength(WANTED.length)
  expect(Object.values(reference)).toContain(hashOf(join(sampleFolder, 'shop-checkout.mp4')))

  service.faults.media.bytesPerSecond = 700_000
  const next = random(SEED)
  let folder = fresh('killed')
  let finishes = 0
  const check = (): void => {
    finishes += 1
    const archive = join(folder, 'Replay Desk')
    expect(Object.values(hashes(archive)).toSorted()).toEqual(Object.values(reference).toSorted())
    const names = readdirSync(archive, { recursive: true }).map(String)
    const left = names.filter((name) => !/\.(mp4|json)$/.test(name) || name.endsWith('.part.json'))
    // Killed between the entry and the end of its claim, a process leaves the lock to whoever claims the recording next.
    expect(left.filter((name) => !/^\.replay-desk(?:$|[\\/][0-9a-f]{24}\.lock$)/.test(name))).toEqual([])
  }
  for (let kills = 0; kills < KILLS; ) {
    const child = await startChild(folder)
    await untilStarted(child)
    await Promise.race([delay(next() * 900), ended(child)])
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      kills += 1
    }
    await ended(child)
    if (child.exitCode === 0) {
      check()
      rmSync(folder, { recursive: true })
      folder = fresh(`killed-${kills}`)
    }
  }
  const last = await startChild(folder)
  expect([await ended(last), last.said.join('')]).toEqual([0, expect.anything()])
  check()
  expect(finishes).toBeGreaterThan(0)
}, 240_000)
