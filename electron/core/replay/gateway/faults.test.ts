import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itemPath, videoPath } from '../../../contract/media-paths.ts'
import { fakeMp4, fakeTs, playlistOf } from '../../media/testing/media-fixtures.ts'
import { type Behaviour, type StorageServer, startStorage } from '../../media/testing/storage-server.ts'
import { bytesOf, record, startReplays } from '../testing/replay-harness.ts'

const TS = fakeTs(60_000)
const MP4 = fakeMp4(300_000)
let storage: StorageServer
let t: Awaited<ReturnType<typeof startReplays>>

beforeEach(async () => {
  storage = await startStorage()
  storage.put('/0', TS)
  storage.put('/v', MP4)
  t = await startReplays(() =>
    record({ playlist: playlistOf([`${storage.origin}/0?sig=1`]), mp4Url: `${storage.origin}/v?sig=1` }),
  )
  await t.replays.open('s')
})
afterEach(async () => {
  await t.end()
  await storage.close()
})

const first =
  (run: Behaviour): Behaviour =>
  (x) =>
    x.nth === 0 && run(x)

describe('transient faults are repaired inside', () => {
  it.each<[string, Behaviour]>([
    ['reset before the head', (x) => (x.socket.resetAndDestroy(), true)],
    ['500', (x) => (x.response.writeHead(500).end('<html>'), true)],
    ['503 SlowDown', (x) => (x.response.writeHead(503, { 'content-type': 'application/xml' }).end('<Error/>'), true)],
    ['429', (x) => (x.response.writeHead(429).end(), true)],
    [
      'no first byte',
      (x) => (x.response.writeHead(200, { 'content-length': TS.length }), x.response.flushHeaders(), true),
    ],
    [
      'D03 (a): short body behind a Content-Length',
      (x) => {
        x.response.writeHead(200, { 'content-length': TS.length, etag: `"${TS.length}"` })
        x.response.write(TS.subarray(0, 999), () => x.socket.end())
        return true
      },
    ],
    [
      'a reset amid the body',
      (x) => {
        x.response.writeHead(200, { 'content-length': TS.length, etag: `"${TS.length}"` })
        x.response.write(TS.subarray(0, 30_000), () => setTimeout(() => x.socket.resetAndDestroy(), 10))
        return true
      },
    ],
    [
      'a stall amid the body',
      (x) => {
        x.response.writeHead(200, { 'content-length': TS.length, etag: `"${TS.length}"` })
        x.response.write(TS.subarray(0, 30_000))
        return true
      },
    ],
  ])('%s', async (_name, fault) => {
    storage.behave(first(fault))
    const answer = await t.item(0)
    expect(answer.status).toBe(200)
    expect((await bytesOf(answer)).equals(TS)).toBe(true)
    expect(storage.of('/0')).toHaveLength(2)
    expect(t.calls()).toBe(1)
  })

  it('D03 (b): a 206 without a length that ends early is asked for the rest', async () => {
    storage.behave(
      first((x) => {
        x.response.writeHead(206, {
          'content-range': `bytes 0-99999/${MP4.length}`,
          connection: 'close',
          etag: `"${MP4.length}"`,
        })
        x.response.end(MP4.subarray(0, 3))
        return true
      }),
    )
    const answer = await t.video({ headers: { range: 'bytes=0-99999' } })
    expect(answer.headers.get('content-length')).toBe('100000')
    expect((await bytesOf(answer)).equals(MP4.subarray(0, 100_000))).toBe(true)
    expect(storage.of('/v').map((r) => r.range)).toEqual(['bytes=0-99999', 'bytes=3-99999'])
  })

  it('what never recovers is one clear answer after a bounded number of tries', async () => {
    storage.behave((x) => (x.response.writeHead(500).end('secret'), true))
    expect(await t.problem(itemPath('s', 0))).toEqual({
      code: 'media-error',
      message: 'The storage answered with status 500.',
      next: 'Retry later.',
      status: 500,
    })
    expect(storage.of('/0')).toHaveLength(4)
  })

  it.each([404, 410])('%d is tried once more with new links, then final', async (status) => {
    storage.behave((x) => (x.response.writeHead(status).end(), true))
    expect(await t.problem(itemPath('s', 0))).toMatchObject({ code: 'media-error', status })
    expect([storage.of('/0').length, t.calls()]).toEqual([2, 2])
    expect(t.last()).toMatchObject({ phase: { kind: 'playable' }, lease: { state: 'fresh' } })
    // Neither the same part nor another one that is missing as well asks for a third generation.
    expect(await t.problem(itemPath('s', 0))).toMatchObject({ code: 'media-error', status })
    expect(await t.problem(videoPath('s'))).toMatchObject({ code: 'media-error', status })
    expect(t.calls()).toBe(2)
  })

  it('an object that changed meanwhile is never glued to the old head (D05)', async () => {
    storage.behave((x) => {
      const etag = `"${x.nth}"`
      x.response.writeHead(x.nth === 0 ? 200 : 200, { 'content-length': TS.length, etag })
      if (x.nth > 0) x.response.end(fakeTs(TS.length, 9))
      else x.response.write(TS.subarray(0, 30_000), () => setTimeout(() => x.socket.resetAndDestroy(), 10))
      return true
    })
    const answer = await t.item(0)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    // The head was good, so that only this tells why the rest did not come.
    expect(t.replays.mediaProblem(itemPath('s', 0))).toMatchObject({ code: 'media-error' })
    storage.behave(() => false)
    await bytesOf(await t.item(0))
    expect(t.replays.mediaProblem(itemPath('s', 0))).toBeNull()
  })
})

describe('D02: wrong ranges', () => {
  const answers =
    (contentRange: string, from: number): Behaviour =>
    (x) => {
      if (x.range === null) return false
      const last = 4095
      x.response.writeHead(206, {
        'content-range': contentRange,
        'content-length': last - from + 1,
        etag: `"${MP4.length}"`,
      })
      x.response.end(MP4.subarray(from, last + 1))
      return true
    }
  const ask = () => t.video({ headers: { range: 'bytes=1000-4095' } })

  it.each([
    ['a block-aligned start', `bytes 512-4095/${MP4.length}`, 512],
    ['the whole head', `bytes 0-4095/${MP4.length}`, 0],
  ])('%s is sliced', async (_name, contentRange, from) => {
    storage.behave(answers(contentRange, from))
    const answer = await ask()
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes 1000-4095/${MP4.length}`])
    expect((await bytesOf(answer)).equals(MP4.subarray(1000, 4096))).toBe(true)
  })

  it.each([
    ['a start behind the wanted one', `bytes 2000-4095/${MP4.length}`, 2000],
    ['a range that contradicts its length', `bytes 1000-4095/${MP4.length}`, 1500],
    ['none at all', '', 1000],
  ])('%s is refused; the whole is asked for and sliced', async (_name, contentRange, from) => {
    storage.behave(answers(contentRange, from))
    const answer = await ask()
    expect(answer.status).toBe(206)
    expect((await bytesOf(answer)).equals(MP4.subarray(1000, 4096))).toBe(true)
    expect(storage.of('/v').map((r) => r.range)).toEqual(['bytes=1000-4095', null])
  })

  it('200 with everything is sliced', async () => {
    storage.behave((x) => (x.response.writeHead(200, { 'content-length': MP4.length }), x.response.end(MP4), true))
    const answer = await ask()
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes 1000-4095/${MP4.length}`])
    expect((await bytesOf(answer)).equals(MP4.subarray(1000, 4096))).toBe(true)
    expect(await t.problem(videoPath('s'), { headers: { range: 'bytes=300000-' } })).toMatchObject({ status: 416 })
  })
})

describe('P25: compressed bodies', () => {
  const packed = gzipSync(TS)
  it.each([
    ['(a) with the header and the compressed length', { 'content-encoding': 'gzip', 'content-length': packed.length }],
    ['(b) without the header', { 'content-length': packed.length }],
  ])('%s are decoded, and the old length is gone', async (_name, headers) => {
    storage.behave((x) => (x.response.writeHead(200, headers), x.response.end(packed), true))
    const answer = await t.item(0)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('content-length')).toBeNull()
    expect(answer.headers.get('content-type')).toBe('video/mp2t')
    expect((await bytesOf(answer)).equals(TS)).toBe(true)
    expect(storage.requests[0]?.headers['accept-encoding']).toBe('identity')
  })

  it('half a compressed body is never delivered as a whole one', async () => {
    storage.behave((x) => {
      x.response.writeHead(200, { 'content-encoding': 'gzip', connection: 'close' })
      x.response.end(packed.subarray(0, packed.length / 2))
      return true
    })
    const answer = await t.item(0)
    if (answer.type !== 'error') await expect(answer.arrayBuffer()).rejects.toThrow()
    expect(t.replays.mediaProblem(itemPath('s', 0))).not.toBeNull()
  })
})

describe('P26: the content decides, not the name', () => {
  it.each([
    ['a transport stream as image/jpeg', TS, 'image/jpeg', 'video/mp2t'],
    [
      'an fMP4 segment as octet-stream',
      Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('moof'), Buffer.alloc(500)]),
      'application/octet-stream',
      'video/mp4',
    ],
    [
      'P15: a segment that begins with emsg',
      Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('emsg'), Buffer.alloc(500)]),
      'text/plain',
      'video/mp4',
    ],
  ])('%s', async (_name, body, type, expected) => {
    storage.put('/0', body, { type })
    const answer = await t.item(0)
    expect(answer.headers.get('content-type')).toBe(expected)
    expect((await bytesOf(answer)).equals(body)).toBe(true)
  })

  it.each(['<!DOCTYPE html><html>', '{"detail":"x"}', '#EXTM3U\n#EXTINF:2,\nhttps://h/0.ts'])(
    'P04, D10: %s is never delivered as media',
    async (text) => {
      storage.put('/0', Buffer.from(text), { type: 'video/mp2t' })
      const answer = await t.item(0)
      expect([answer.type, answer.body]).toEqual(['error', null])
      expect(t.replays.mediaProblem(itemPath('s', 0))).toMatchObject({ code: 'media-error' })
    },
  )
})
