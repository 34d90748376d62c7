import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reasonToBuild } from './build.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'desk-build-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** A file whose modification time is `second`. */
const put = async (path: string, second: number): Promise<void> => {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  await utimes(file, second, second)
}
const putOutputs = async (second: number): Promise<void> => {
  const outputs = ['out/main/main.js', 'out/main/archive-thread.js', 'out/preload/index.cjs', 'out/renderer/index.html']
  for (const path of outputs) await put(path, second)
}

test('nothing built yet is a reason, also when only one part is missing', async () => {
  expect(reasonToBuild(root)).toContain('nothing is built')
  await putOutputs(100)
  await rm(join(root, 'out/preload/index.cjs'))
  expect(reasonToBuild(root)).toContain('nothing is built')
})

test('a source, a style or the manifest that is newer is a reason', async () => {
  await putOutputs(100)
  await put('electron/core/deep/er.ts', 99)
  expect(reasonToBuild(root)).toBeNull()
  for (const path of ['electron/core/deep/er.ts', 'renderer/ui/kit.module.css', 'package.json']) {
    await put(path, 101)
    expect(reasonToBuild(root)).toContain('newer')
    await put(path, 99)
  }
})

test('a newer test is no reason', async () => {
  await putOutputs(100)
  await put('electron/core/er.test.ts', 101)
  expect(reasonToBuild(root)).toBeNull()
})
