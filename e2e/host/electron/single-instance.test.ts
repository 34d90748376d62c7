import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Instance, lockInstance } from './single-instance.ts'

const run = promisify(execFile)
const MODULE = new URL('./single-instance.ts', import.meta.url).href

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Tries for the lock in another process; `then` runs there while it holds it. */
const tryElsewhere = async (then = ''): Promise<string> => {
  const source = `import { lockInstance } from '${MODULE}'
    console.log(lockInstance(${JSON.stringify(folder)}, () => {}) === null ? 'refused' : 'locked')
    ${then}`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source, 'argument']).catch(
    (error: unknown) => error as { stdout: string },
  )
  return stdout.trim()
}

test('the second process is refused and its arguments arrive', async () => {
  const arrived = Promise.withResolvers<Instance>()
  const release = lockInstance(folder, arrived.resolve)
  expect(release).not.toBeNull()
  expect(await tryElsewhere()).toBe('refused')
  expect((await arrived.promise).argv).toContain('argument')
  release?.()
  expect(await tryElsewhere()).toBe('locked')
})

test('a process that is killed leaves no lock', async () => {
  expect(await tryElsewhere("process.kill(process.pid, 'SIGKILL')")).toBe('locked')
  const release = lockInstance(folder, () => {})
  expect(release).not.toBeNull()
  release?.()
})

test('a message to a predecessor is dropped', async () => {
  lockInstance(folder, () => {})?.()
  await writeFile(join(folder, 'instance', 'second-1.json'), '{"argv":[],"cwd":""}')
  const heard: Instance[] = []
  const release = lockInstance(folder, (instance) => heard.push(instance))
  expect(await readdir(join(folder, 'instance'))).not.toContain('second-1.json')
  expect(heard).toEqual([])
  release?.()
})
