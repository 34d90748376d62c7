import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { electronBinary } from './electron-binary.ts'
import { failedLately, rememberFailure } from './obtain-electron.ts'

const HOUR = 3_600_000
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-electron-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a failed try counts for a day and for its version', () => {
  const file = join(folder, 'deep', 'failure.json')
  expect(failedLately(file, '45.5.0', 0)).toBe(false)
  rememberFailure(file, '45.5.0', 0)
  expect(failedLately(file, '45.5.0', 23 * HOUR)).toBe(true)
  expect(failedLately(file, '45.5.0', 25 * HOUR)).toBe(false)
  expect(failedLately(file, '45.6.0', HOUR)).toBe(false)
  expect(failedLately(file, '45.5.0', -HOUR)).toBe(false) // the clock was set back
})

test('a broken note counts as none', async () => {
  await writeFile(join(folder, 'failure.json'), '{')
  expect(failedLately(join(folder, 'failure.json'), '45.5.0', 0)).toBe(false)
})

test('the binary is there only when the file is', async () => {
  expect(electronBinary(folder, {})).toBeNull()
  await writeFile(join(folder, 'path.txt'), 'electron')
  expect(electronBinary(folder, {})).toBeNull()
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'electron'), '')
  expect(electronBinary(folder, {})).toBe(join(folder, 'dist', 'electron'))
})
