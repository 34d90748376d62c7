import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDiskCache, keyOf } from './disk-cache.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const made = { playlist: '#EXTM3U', files: new Map([['a.ts', Buffer.from('media')]]) }
const entry = () => join(folder, readdirSync(folder)[0] ?? '')

it('makes a value once, and again for other parts or another basis', async () => {
  const make = vi.fn(async () => made)
  expect(await createDiskCache(folder, 'v1').made(['a', 'b'], make)).toEqual(made)
  const again = await createDiskCache(folder, 'v1').made(['a', 'b'], make)
  expect(again).toEqual(made)
  expect(Buffer.isBuffer(again.files.get('a.ts'))).toBe(true)
  expect(make).toHaveBeenCalledTimes(1)
  await createDiskCache(folder, 'v2').made(['a', 'b'], make)
  await createDiskCache(folder, 'v1').made(['ab'], make)
  expect(make).toHaveBeenCalledTimes(3)
  expect(keyOf('a', 'b')).not.toBe(keyOf('ab'))
})

it.each([
  ['cut short', (path: string) => truncateSync(path, readFileSync(path).length - 3)],
  ['empty', (path: string) => truncateSync(path, 0)],
  [
    'changed',
    (path: string) => {
      const bytes = readFileSync(path)
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
      writeFileSync(path, bytes)
    },
  ],
])('makes a value again when the stored one is %s', async (_how, damage) => {
  const cache = createDiskCache(folder)
  await cache.made(['a'], async () => made)
  damage(entry())
  const make = vi.fn(async () => made)
  expect(await cache.made(['a'], make)).toEqual(made)
  expect(await cache.made(['a'], make)).toEqual(made)
  expect(make).toHaveBeenCalledTimes(1)
})

it('stores nothing of what failed, and works where nothing can be stored', async () => {
  const cache = createDiskCache(folder)
  await expect(cache.made(['a'], () => Promise.reject(new Error('no media')))).rejects.toThrow('no media')
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(join(folder, 'file'), '')
  expect(await createDiskCache(join(folder, 'file')).made(['a'], async () => 7)).toBe(7)
})

it('removes what was not used for two weeks', async () => {
  const cache = createDiskCache(folder)
  await cache.made(['a'], async () => made)
  await cache.prune(Date.now() + 13 * 24 * 3_600_000)
  expect(readdirSync(folder)).toHaveLength(1)
  await cache.prune(Date.now() + 15 * 24 * 3_600_000)
  expect(readdirSync(folder)).toEqual([])
})
