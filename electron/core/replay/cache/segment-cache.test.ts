import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '../../base/testing/test-clock.ts'
import { createSegmentCache } from './segment-cache.ts'
import { scopeName, segmentName, TRAILER_BYTES } from './segment-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segments-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const scope = scopeName('account', '../../etc/passwd')
const name = (n: number) => segmentName(`h/seg${n}.ts`, null)
const body = (n: number, bytes = 1_000) => Buffer.alloc(bytes, n)
const clock = createTestClock()
const lines: string[] = []

const openCache = (limit = 1_000_000) => {
  const settings = { limit }
  const log = (line: string) => void lines.push(line)
  const cache = createSegmentCache({
    folder,
    limit: () => settings.limit,
    clock,
    log: { info: log, warn: log, error: log },
  })
  const put = async (n: number, bytes?: number) => {
    clock.advance(1_000)
    const all = body(n, bytes)
    await cache.write(scope, name(n), [all.subarray(0, all.length / 2), all.subarray(all.length / 2)])
  }
  const has = async (n: number) => (await cache.read(scope, name(n))) !== null
  return { cache, put, has, settings }
}
const files = async () => (await readdir(folder, { recursive: true })).filter((f) => f.includes('.'))

describe('segment cache', () => {
  it('keeps a body over a restart and gives it back byte for byte', async () => {
    await openCache().put(1)
    const { cache } = openCache()
    expect(Buffer.from((await cache.read(scope, name(1))) ?? []).equals(body(1))).toBe(true)
    expect(await cache.bytes()).toBe(1_000 + TRAILER_BYTES)
  })

  it('names files by hashes: no id and no address is a path part', async () => {
    await openCache().put(1)
    expect(await files()).toEqual([expect.stringMatching(/^[0-9a-f]{32}\/[0-9a-f]{40}\.seg$/)])
  })

  it('drops the longest unused first', async () => {
    const { put, has, cache } = openCache(3 * (1_000 + TRAILER_BYTES))
    for (const n of [1, 2, 3]) await put(n)
    clock.advance(1_000)
    expect(await has(1)).toBe(true)
    await put(4)
    expect([await has(1), await has(2), await has(3), await has(4)]).toEqual([true, false, true, true])
    expect(await cache.bytes()).toBe(3 * (1_000 + TRAILER_BYTES))
  })

  it('keeps the order of use over a restart', async () => {
    const { put, has } = openCache()
    for (const n of [1, 2, 3]) await put(n)
    clock.advance(5_000)
    expect(await has(1)).toBe(true)
    await utimes(join(folder, scope, name(1)), clock.now() / 1000, clock.now() / 1000)
    await utimes(join(folder, scope, name(2)), 1_000, 1_000)
    await utimes(join(folder, scope, name(3)), 2_000, 2_000)
    const again = openCache(2 * (1_000 + TRAILER_BYTES))
    await again.cache.bytes()
    expect([await again.has(1), await again.has(2), await again.has(3)]).toEqual([true, false, true])
  })

  it('gives back what is there before the whole folder was looked through', async () => {
    const { cache: earlier } = openCache()
    for (let n = 0; n < 60; n += 1) await earlier.write(scopeName('account', `s${n}`), name(n), [body(n)])
    const { cache } = openCache()
    const order: string[] = []
    const counted = cache.bytes().then(() => void order.push('counted'))
    await cache.read(scopeName('account', 's7'), name(7)).then((found) => void order.push(found ? 'read' : 'absent'))
    await counted
    expect(order[0]).toBe('read')
    expect(await cache.bytes()).toBe(60 * (1_000 + TRAILER_BYTES))
  })

  it('0 is off: nothing is read or written, and what was there goes', async () => {
    const { put, has, settings } = openCache()
    await put(1)
    settings.limit = 0
    expect(await has(1)).toBe(false)
    await put(2)
    expect(await files()).toEqual([])
  })

  it.each([
    ['cut short', async (path: string) => truncate(path, 500)],
    ['emptied', async (path: string) => truncate(path, 0)],
    [
      'changed in one bit',
      async (path: string) => {
        const bytes = await readFile(path)
        bytes[10] = (bytes[10] ?? 0) ^ 1
        await writeFile(path, bytes)
      },
    ],
    ['removed behind our back', async (path: string) => rm(path)],
  ])('a file that was %s counts as absent and is removed', async (_name, harm) => {
    await openCache().put(1)
    await harm(join(folder, scope, name(1)))
    const { has, cache } = openCache()
    expect(await has(1)).toBe(false)
    expect(await files()).toEqual([])
    expect(await cache.bytes()).toBe(0)
  })

  it('leftovers of a crash go', async () => {
    await openCache().put(1)
    await writeFile(join(folder, scope, `${name(2)}.1.tmp`), body(2))
    const { has } = openCache()
    expect([await has(1), await has(2)]).toEqual([true, false])
    expect(await files()).toEqual([`${scope}/${name(1)}`])
  })

  it('forgets one session and clears all', async () => {
    const { cache, put, has } = openCache()
    await put(1)
    await cache.write(scopeName('account', 'other'), name(1), [body(9)])
    await cache.forget(scope)
    expect(await has(1)).toBe(false)
    expect(await cache.clear()).toBe(1_000 + TRAILER_BYTES)
    expect(await cache.bytes()).toBe(0)
  })

  it('a disk that refuses costs the cache, with one line', async () => {
    lines.length = 0
    await writeFile(join(folder, scope), 'a file where the folder should be')
    const { put, has } = openCache()
    await put(1)
    await put(2)
    expect(await has(1)).toBe(false)
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain(folder)
  })
})
