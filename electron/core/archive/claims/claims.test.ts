import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../files/testing/temporary-files.ts'
import { type Claimed, claimName, takeClaim } from './claims.ts'
import { beat, SILENT_MS } from './lock-file.ts'
import { type Owner, ownerHere, processMark } from './owner.ts'

const SERVICE = 'https://api.example.com/v1'
const ID = 'run-77'
let at: Awaited<ReturnType<typeof temporaryFolder>>
let children: ChildProcess[] = []
beforeEach(async () => {
  at = await temporaryFolder()
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await at.remove()
})

const home = () => join(at.folder, '.replay-desk')
const lock = () => join(home(), `${claimName(SERVICE, ID)}.lock`)
const take = () => takeClaim(at.folder, SERVICE, ID, 'test 1')
const taken = (claimed: Claimed) => {
  if (claimed.kind !== 'taken') throw new Error(JSON.stringify(claimed))
  return claimed.claim
}
const put = (text: string, agoMs = 0): void => {
  mkdirSync(home(), { recursive: true })
  writeFileSync(lock(), text)
  const then = new Date(Date.now() - agoMs)
  utimesSync(lock(), then, then)
}
const owner = (patch: Partial<Owner>): string => `${JSON.stringify({ ...ownerHere('other 2'), ...patch })}\n`
const sleeper = (): number => {
  const child = spawn('sleep', ['60'])
  children.push(child)
  return child.pid ?? 0
}
/** A process that holds the recording until it is killed. */
const holder = async (): Promise<ChildProcess> => {
  const source = `import { takeClaim } from ${JSON.stringify(new URL('./claims.ts', import.meta.url).href)}
    const taken = await takeClaim(${JSON.stringify(at.folder)}, '${SERVICE}', '${ID}', 'holder 3')
    process.stdout.write(taken.kind)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source])
  children.push(child)
  const said = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))))
  expect(said).toBe('taken')
  return child
}

test('a recording is claimed once, with the name of its owner, and free again afterwards without a trace', async () => {
  const claim = taken(await take())
  expect(await take()).toMatchObject({ kind: 'busy', owner: { tool: 'test 1', host: hostname(), pid: process.pid } })
  await claim.release()
  expect(existsSync(home())).toBe(false)
  await taken(await take()).release()
})

test('H19: a lock whose number is another process by now, or of a process that is gone, is stale at once', async () => {
  const pid = sleeper()
  put(String(pid)) // as earlier versions wrote it
  await taken(await take()).release()
  put(owner({ pid, startedAt: '1' }))
  await taken(await take()).release()
  put(owner({ pid: 2 ** 22 + 5 }))
  await taken(await take()).release()
})

test('H19: kill -9 leaves a lock that the next run takes over at once; while it lives, it is left alone', async () => {
  const child = await holder()
  expect(await take()).toMatchObject({ kind: 'busy', owner: { tool: 'holder 3', pid: child.pid } })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  expect(existsSync(lock())).toBe(true)
  await taken(await take()).release()
})

test('H19: another machine that shares the folder counts by its sign of life, whatever lives here under its number', async () => {
  const there = owner({ machine: 'another boot', host: 'build-7', pid: process.pid })
  put(there, SILENT_MS / 2)
  expect(await take()).toMatchObject({ kind: 'busy', owner: { host: 'build-7' } })
  put(there, SILENT_MS + 5_000)
  await taken(await take()).release()
})

test('a lock without an owner counts as being written at first, and as stale a little later', async () => {
  put('{"versi')
  expect(await take()).toEqual({ kind: 'busy', owner: null })
  put('{"versi', 60_000)
  await taken(await take()).release()
})

test('of many that find a stale lock one takes it, also where an earlier one died while taking it', async () => {
  const stale = owner({ pid: 2 ** 22 + 5 })
  for (let round = 0; round < 10; round++) {
    put(stale)
    const all = await Promise.all(Array.from({ length: 8 }, take))
    const mine = all.filter((one) => one.kind === 'taken')
    expect([round, mine.length]).toEqual([round, 1])
    for (const one of mine) await taken(one).release()
    rmSync(home(), { recursive: true, force: true })
  }
})

test('a heartbeat reports that the lock has another owner by now, and writes nothing into it', async () => {
  const claim = taken(await take())
  const mine = JSON.parse(readFileSync(lock(), 'utf8')) as Owner
  put(readFileSync(lock(), 'utf8'), 100_000)
  expect(await beat(lock(), mine)).toBe(true)
  const other = owner({ token: 'x' })
  writeFileSync(lock(), other)
  expect(await beat(lock(), mine)).toBe(false)
  expect(readFileSync(lock(), 'utf8')).toBe(other)
  await claim.release()
  expect(readFileSync(lock(), 'utf8')).toBe(other) // not ours to remove
  expect(readdirSync(home())).toHaveLength(1)
})

test('L21: a folder that is gone is not made for the sake of a lock', async () => {
  const claimed = await takeClaim(join(at.folder, 'unplugged'), SERVICE, ID, 'test 1')
  expect(claimed).toMatchObject({ kind: 'failed', problem: { code: 'storage' } })
  expect(existsSync(join(at.folder, 'unplugged'))).toBe(false)
})

test('D21: drafts that a killed process left are swept with the first claim, those of others are not', async () => {
  const gone = spawnSync(process.execPath, ['-e', 'process.stdout.write(String(process.pid))']).stdout.toString()
  const [here] = processMark().split('-')
  const random = 'ab'.repeat(12)
  const name = (mark: string) => `.replay-desk-${mark}-${random}.new`
  const mine = name(processMark())
  const elsewhere = name(`00000000-${gone}`)
  mkdirSync(home())
  for (const file of [name(`${here}-${gone}`), mine, elsewhere, 'recording.new'])
    writeFileSync(join(at.folder, file), '')
  const left = `${basename(lock())}.${here}-${gone}-${random}.new`
  writeFileSync(join(home(), left), '')
  await taken(await take()).release()
  expect(existsSync(home())).toBe(false)
  expect(readdirSync(at.folder).toSorted()).toEqual([mine, elsewhere, 'recording.new'].toSorted())
})
