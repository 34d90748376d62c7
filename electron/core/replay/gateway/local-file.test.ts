import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { archivedVideoPath } from '../../../contract/media-paths.ts'
import { fail, ok } from '../../../contract/result.ts'
import { createClock } from '../../base/clock.ts'
import { until } from '../../base/testing/test-clock.ts'
import { quietLog, testFolder } from '../../library/testing/test-library.ts'
import { createReplays } from '../replays.ts'

const SIZE = 3_000_000
const BYTES = Buffer.alloc(
  SIZE,
  Uint8Array.from({ length: 251 }, (_, nth) => nth),
)

let place: ReturnType<typeof testFolder>
let file = ''
let replays: ReturnType<typeof createReplays>
beforeEach(() => {
  place = testFolder()
  file = join(place.folder, 'a.mp4')
  writeFileSync(file, BYTES)
  replays = createReplays({
    clock: createClock(),
    log: quietLog(),
    cacheFolder: join(place.folder, 'cache'),
    settings: () => ({ leaseLeadS: 120, segmentCacheBytes: 0 }),
    account: () => null,
    session: () => null,
    archive: {
      copyOf: async () => null,
      file: async (id) => (id === 'a' ? ok(file) : fail('not-found', 'No such item.')),
    },
    onReplay: () => {},
    onFacts: () => {},
  })
})
afterEach(async () => {
  await replays.dispose()
  place.remove()
})

const get = (range?: string, init: RequestInit = {}, id = 'a') =>
  replays.gateway(
    new Request(`app://desk${archivedVideoPath(id)}`, { ...init, ...(range ? { headers: { range } } : {}) }),
  )
/** Why nothing is delivered; null when something is. */
const problem = async (...asked: Parameters<typeof get>) => {
  const response = await get(...asked)
  await response.body?.cancel()
  return response.type === 'error' ? replays.mediaProblem(archivedVideoPath(asked[2] ?? 'a')) : null
}
const openFiles = () => readdirSync('/proc/self/fd').length

test.each([
  ['bytes=0-0', 206, 'bytes 0-0/3000000', 1],
  ['bytes=100-', 206, 'bytes 100-2999999/3000000', SIZE - 100],
  ['bytes=-500', 206, 'bytes 2999500-2999999/3000000', 500],
  ['bytes=0-9999999', 206, 'bytes 0-2999999/3000000', SIZE],
  ['bytes=-9999999', 206, 'bytes 0-2999999/3000000', SIZE],
  ['bytes=2999999-', 206, 'bytes 2999999-2999999/3000000', 1],
  ['bytes=5-2', 200, null, SIZE],
  ['bytes=0-1,5-6', 200, null, SIZE],
  ['items=0-1', 200, null, SIZE],
  [undefined, 200, null, SIZE],
])('X03: %s', async (range, status, contentRange, length) => {
  const response = await get(range)
  expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange])
  expect(response.headers.get('accept-ranges')).toBe('bytes')
  const body = Buffer.from(await response.arrayBuffer())
  const first = Number(/^bytes (\d+)/.exec(contentRange ?? '')?.[1] ?? 0)
  expect([response.headers.get('content-length'), response.headers.get('content-type')]).toEqual([
    String(length),
    'video/mp4',
  ])
  expect(body.equals(BYTES.subarray(first, first + length))).toBe(true)
})

test.each(['bytes=-0', 'bytes=3000000-'])('X03: %s begins behind the end and fails', async (range) => {
  expect(await problem(range)).toMatchObject({ code: 'media-error', status: 416 })
})

test('X03: HEAD tells the length without a body, an empty file has one, other methods are refused', async () => {
  const head = await get(undefined, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(SIZE), ''])
  expect(await problem(undefined, { method: 'POST' })).toMatchObject({ code: 'invalid-input' })
  writeFileSync(file, '')
  const empty = await get()
  expect([empty.status, empty.headers.get('content-length'), await empty.text()]).toEqual([200, '0', ''])
  expect(await problem('bytes=0-')).toMatchObject({ code: 'media-error', status: 416 })
  expect(await problem(undefined, {}, 'unknown')).toMatchObject({ code: 'not-found', message: 'No such item.' })
})

test('X03: beyond two gigabytes the arithmetic holds', async () => {
  const big = 2 ** 31 + 5_000
  truncateSync(file, big)
  const response = await get(`bytes=${2 ** 31 - 2}-${2 ** 31 + 1}`)
  expect([response.status, response.headers.get('content-range'), (await response.arrayBuffer()).byteLength]).toEqual([
    206,
    `bytes 2147483646-2147483649/${big}`,
    4,
  ])
  const end = await get('bytes=-1')
  await end.body?.cancel()
  expect(end.headers.get('content-range')).toBe(`bytes ${big - 1}-${big - 1}/${big}`)
})

test('X03: a file that grows is served as it was, one that shrinks ends with an error, one that went away fails with its cause', async () => {
  const growing = await get()
  appendFileSync(file, 'more')
  expect((await growing.arrayBuffer()).byteLength).toBe(SIZE)
  const shrinking = await get()
  truncateSync(file, 1_000_000)
  await expect(shrinking.arrayBuffer()).rejects.toThrow()
  rmSync(file)
  expect(await problem()).toMatchObject({ code: 'not-found', message: expect.stringContaining('moved or deleted') })
})

test('D17: a link or a folder in the place of the file is not served', async () => {
  const secret = join(place.folder, 'secret')
  writeFileSync(secret, 'not for the page')
  rmSync(file)
  symlinkSync(secret, file)
  expect(await problem()).toMatchObject({ code: 'not-found', message: expect.stringContaining('moved or deleted') })
  rmSync(file)
  mkdirSync(file)
  expect(await problem()).toMatchObject({ code: 'not-found', message: expect.stringContaining('moved or deleted') })
})

test('X06: two hundred seeks that are given up leave no descriptor open', async () => {
  const before = openFiles()
  for (let seek = 0; seek < 200; seek += 1) {
    const abort = new AbortController()
    const response = await get(`bytes=${(seek * 7_919) % SIZE}-`, { signal: abort.signal })
    const reader = response.body?.getReader()
    if (seek % 4 !== 0) await reader?.read()
    if (seek % 2 === 0) await reader?.cancel()
    else abort.abort()
  }
  await until(() => openFiles() <= before, 'the base line')
  expect(openFiles()).toBeLessThanOrEqual(before)
})
