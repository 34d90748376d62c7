import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itemPath } from '../../../contract/media-paths.ts'
import { until } from '../../base/testing/test-clock.ts'
import { TransportFault } from '../../media/storage/storage-transport.ts'
import { fakeMp4, fakeTs, playlistOf } from '../../media/testing/media-fixtures.ts'
import { type StorageServer, startStorage } from '../../media/testing/storage-server.ts'
import { bytesOf, record, startReplays } from '../testing/replay-harness.ts'

const BIG = fakeMp4(20_000_000)
const TS = fakeTs(2_000_000)
let storage: StorageServer
let end = async () => {}
beforeEach(async () => {
  storage = await startStorage()
  storage.put('/v', BIG)
  for (let i = 0; i < 10; i++) storage.put(`/${i}`, TS)
})
afterEach(async () => {
  await end()
  await storage.close()
})
const open = async (options: Parameters<typeof startReplays>[1] = {}) => {
  const urls = Array.from({ length: 10 }, (_, i) => `${storage.origin}/${i}?sig`)
  const t = await startReplays(
    (call) =>
      record({ playlist: playlistOf(urls.map((u) => `${u}=${call}`)), mp4Url: `${storage.origin}/v?sig=${call}` }),
    options,
  )
  end = t.end
  await t.replays.open('s')
  return t
}
/** A small deterministic generator: the seeks are the same in every run. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

describe('X06: leaving', () => {
  it.each(['cancel of the body', 'abort of the request'])(
    '200 random seeks ended by %s leave no open request',
    async (how) => {
      const faults: unknown[] = []
      const onFault = (error: unknown) => void faults.push(error)
      process.on('uncaughtException', onFault).on('unhandledRejection', onFault)
      const t = await open({ cacheBytes: 50_000_000 })
      const next = random(42)
      for (let i = 0; i < 200; i++) {
        const ended = new AbortController()
        const signal = how === 'abort of the request' ? ended.signal : undefined
        const first = Math.floor(next() * BIG.length)
        const pending =
          i % 2 === 0
            ? t.video({ headers: { range: `bytes=${first}-` }, signal: signal ?? null })
            : t.item(Math.floor(next() * 10), { signal: signal ?? null })
        if (signal && next() < 0.3) {
          ended.abort() // before there is an answer
          await pending
          continue
        }
        const reader = (await pending).body?.getReader()
        if (next() < 0.7) await reader?.read()
        if (!signal) await reader?.cancel()
        else {
          ended.abort()
          await reader?.read().catch(() => {})
        }
      }
      await until(() => storage.openAnswers() === 0, 'every storage request ends')
      await new Promise((resolve) => setImmediate(resolve))
      process.off('uncaughtException', onFault).off('unhandledRejection', onFault)
      expect(faults).toEqual([])
      expect(storage.sockets()).toBeLessThanOrEqual(8)
      expect((await bytesOf(await t.item(0))).equals(TS)).toBe(true)
    },
    60_000,
  )

  it('a reader that leaves during the pause before a retry starts no further request', async () => {
    const t = await open({ timing: { headTimeoutMs: 1_000, stallMs: 300, pausesMs: [100, 100] } })
    storage.behave((x) => {
      x.response.writeHead(200, { 'content-length': BIG.length })
      x.response.write(BIG.subarray(0, 1_000), () => setTimeout(() => x.socket.resetAndDestroy(), 5))
      return true
    })
    const reader = (await t.video()).body?.getReader()
    await reader?.read()
    const waiting = reader?.read().catch(() => {})
    await until(() => storage.openAnswers() === 0)
    await reader?.cancel()
    await waiting
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(storage.requests).toHaveLength(1)
  })
})

describe('bombs', () => {
  it('a segment that unpacks to more than a player holds ends with the sentence, and nothing stays open', async () => {
    const t = await open({ cacheBytes: 50_000_000 })
    const packed = gzipSync(Buffer.concat(Array<Buffer>(75).fill(TS)))
    expect(packed.length).toBeLessThan(2_000_000)
    storage.behave((x) => {
      x.response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
      return true
    })
    for (const answer of await Promise.all([0, 1, 2].map((n) => t.item(n)))) {
      await expect(bytesOf(answer)).rejects.toThrow()
    }
    expect(t.replays.mediaProblem(itemPath('s', 0))).toMatchObject({
      code: 'media-error',
      message: 'A segment of the recording is too large to be played.',
    })
    await until(() => storage.openAnswers() === 0, 'every storage request ends')
  }, 60_000)
})

describe('streaming', () => {
  it('the first bytes come before the last are there', async () => {
    let finish = () => {}
    storage.behave((x) => {
      x.response.writeHead(200, { 'content-length': TS.length })
      x.response.write(TS.subarray(0, 1_000))
      finish = () => x.response.end(TS.subarray(1_000))
      return true
    })
    const t = await open({ cacheBytes: 50_000_000, timing: { headTimeoutMs: 5_000, stallMs: 5_000, pausesMs: [] } })
    const reader = (await t.item(0)).body?.getReader()
    expect((await reader?.read())?.value?.length).toBe(1_000)
    finish()
    let rest = 0
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) rest += next.value.length
    expect(rest).toBe(TS.length - 1_000)
  })

  it('back-pressure reaches the storage when the body is not read', async () => {
    let written = 0
    storage.behave((x) => {
      x.response.writeHead(200, { 'content-length': 200_000_000 })
      const chunk = Buffer.alloc(100_000, 0x47)
      const pump = () => {
        while (written < 200_000_000) {
          written += chunk.length
          if (!x.response.write(chunk)) return void x.response.once('drain', pump)
        }
      }
      pump()
      return true
    })
    const t = await open()
    const reader = (await t.video()).body?.getReader()
    await reader?.read()
    let before = -1
    while (before !== written) {
      before = written
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(written).toBeLessThan(40_000_000) // what the sockets of both sides hold
    await reader?.cancel()
  })
})

describe('segment cache', () => {
  it('a second reading comes from disk, also after new signatures and a restart', async () => {
    const t = await open({ cacheBytes: 50_000_000 })
    expect((await bytesOf(await t.item(3))).equals(TS)).toBe(true)
    await until(() => storage.openAnswers() === 0)
    await t.replays.renew('s')
    await t.kept(TS.length + 16)
    const again = await t.item(3)
    expect(again.headers.get('content-type')).toBe('video/mp2t')
    expect((await bytesOf(again)).equals(TS)).toBe(true)
    const range = await t.item(3, { headers: { range: 'bytes=188-375' } })
    expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 188-375/${TS.length}`])
    const later = await startReplays(
      () => record({ playlist: playlistOf([0, 1, 2, 3].map((i) => `${storage.origin}/${i}?sig=later`)) }),
      {
        cacheFolder: t.folder,
        cacheBytes: 50_000_000,
      },
    )
    await later.replays.open('s')
    expect((await bytesOf(await later.item(3))).equals(TS)).toBe(true)
    expect(storage.requests).toHaveLength(1)
    await later.replays.recheck('s')
    expect((await bytesOf(await later.item(3))).equals(TS)).toBe(true)
    expect(storage.requests).toHaveLength(2)
    await later.replays.dispose()
  })

  it.each([0, 50_000_000])('eight requests at once share one fetch (cache %d bytes)', async (cacheBytes) => {
    const t = await open({ cacheBytes })
    const all = await Promise.all(Array.from({ length: 8 }, async () => bytesOf(await t.item(1))))
    expect(all.every((body) => body.equals(TS))).toBe(true)
    expect(storage.requests).toHaveLength(1)
  })

  it('the first reader may leave; the others get the whole', async () => {
    const t = await open({ cacheBytes: 50_000_000 })
    const [one, two] = await Promise.all([t.item(1), t.item(1)])
    await one?.body?.cancel()
    expect((await bytesOf(two as Response)).equals(TS)).toBe(true)
    expect(storage.requests).toHaveLength(1)
  })

  it('a body that was left half-way is not kept', async () => {
    const t = await open({ cacheBytes: 50_000_000 })
    const reader = (await t.item(1)).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await until(() => storage.openAnswers() === 0)
    expect(await t.replays.cache.bytes()).toBe(0)
    expect((await bytesOf(await t.item(1))).equals(TS)).toBe(true)
    expect(storage.requests).toHaveLength(2)
  })

  it('the MP4 is not kept', async () => {
    const t = await open({ cacheBytes: 50_000_000 })
    await bytesOf(await t.video({ headers: { range: 'bytes=0-999' } }))
    expect(await t.replays.cache.bytes()).toBe(0)
  })
})

describe('X08: the line breaks in the ways of a sleeping computer', () => {
  it.each(['sync throw', 'rejected promise', 'body error'])(
    '%s at 30 %% of a transfer: new links, then on from there',
    async (how) => {
      let calls = 0
      let expired = false
      const fault = () => new TransportFault({ code: 'not-reachable', message: 'net::ERR_NETWORK_IO_SUSPENDED' }, true)
      storage.behave((x) => {
        if (!expired || !x.target.endsWith('=1')) return false
        x.response.writeHead(403).end()
        return true
      })
      const t = await open({
        transport: (real) => (url, headers, signal) => {
          calls++
          if (calls === 2 && how === 'sync throw') throw fault()
          if (calls === 2 && how === 'rejected promise') return Promise.reject(fault())
          if (calls > 1) return real(url, headers, signal)
          return real(url, headers, signal).then((answer) => ({
            ...answer,
            body: (async function* () {
              let sent = 0
              for await (const chunk of answer.body) {
                yield chunk
                sent += chunk.length
                if (sent > 600_000) {
                  expired = true
                  throw fault()
                }
              }
            })(),
          }))
        },
      })
      expect((await bytesOf(await t.item(0))).equals(TS)).toBe(true)
      expect(t.calls()).toBe(2)
    },
  )
})
