import { createDecipheriv } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itemPath, playlistPath, videoPath } from '../../../contract/media-paths.ts'
import { fakeMp4, fakeTs, fixture, playlistOf } from '../../media/testing/media-fixtures.ts'
import { deny, type StorageServer, startStorage } from '../../media/testing/storage-server.ts'
import { bytesOf, record, startReplays } from '../testing/replay-harness.ts'

const MP4 = fakeMp4(300_000)
let storage: StorageServer
let end = async () => {}
beforeEach(async () => {
  storage = await startStorage()
  storage.put('/v', MP4)
})
afterEach(async () => {
  await end()
  end = async () => {}
  await storage.close()
})

const open = async (part: Parameters<typeof record>[0], options: Parameters<typeof startReplays>[1] = {}, id = 's') => {
  const t = await startReplays(() => record(part), options)
  end = t.end
  const opened = await t.replays.open(id)
  if (!opened.ok) throw new Error(opened.problem.message)
  return t
}
const video = (options: Parameters<typeof startReplays>[1] = {}) =>
  open({ mp4Url: `${storage.origin}/v?sig=1` }, options)

describe('X01, X03: ranges of the MP4', () => {
  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/300000', 0, 1],
    ['bytes=100-', 206, 'bytes 100-299999/300000', 100, 300_000],
    ['bytes=-500', 206, 'bytes 299500-299999/300000', 299_500, 300_000],
    ['bytes=299999-400000', 206, 'bytes 299999-299999/300000', 299_999, 300_000],
    ['bytes=5-2', 200, null, 0, 300_000],
    ['bytes=0-1,5-6', 200, null, 0, 300_000],
    ['items=0-1', 200, null, 0, 300_000],
  ])('%s answers %d', async (range, status, contentRange, from, to) => {
    const t = await video()
    const answer = await t.video({ headers: { range } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange])
    expect(answer.headers.get('content-length')).toBe(String(to - from))
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect((await bytesOf(answer)).equals(MP4.subarray(from, to))).toBe(true)
  })

  it.each(['bytes=300000-', 'bytes=-0'])('%s begins behind the end and fails', async (range) => {
    const t = await video()
    expect(await t.problem(videoPath('s'), { headers: { range } })).toMatchObject({ code: 'media-error', status: 416 })
  })

  it('an empty object: 200 without bytes, a failure for a range', async () => {
    storage.put('/v', Buffer.alloc(0))
    const t = await video()
    expect(await t.problem(videoPath('s'), { headers: { range: 'bytes=0-' } })).toMatchObject({ status: 416 })
    const answer = await t.video()
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '0'])
    expect((await t.video({ method: 'HEAD' })).headers.get('content-length')).toBe('0')
  })

  it('HEAD tells the size without a HEAD to the storage, whose links are signed for GET', async () => {
    const t = await video()
    const answer = await t.video({ method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-length'), answer.body]).toEqual([200, '300000', null])
    expect(storage.requests.map((r) => r.range)).toEqual(['bytes=0-0'])
  })

  it('offsets beyond 2^31 are exact', async () => {
    const size = 3_000_000_000
    storage.behave((x) => {
      x.response.writeHead(206, { 'content-range': `bytes 2147483650-2147483659/${size}`, 'content-length': 10 })
      x.response.end(Buffer.alloc(10, 5))
      return true
    })
    const t = await video()
    const answer = await t.video({ headers: { range: 'bytes=2147483650-2147483659' } })
    expect(answer.headers.get('content-range')).toBe(`bytes 2147483650-2147483659/${size}`)
    expect((await bytesOf(answer)).equals(Buffer.alloc(10, 5))).toBe(true)
  })
})

describe('what it answers at all', () => {
  it.each(['AbC123', 'a:b', 'id with space', 'ü', '../../x', '%2e%2e', 'a/b?c#d'])(
    'X04: the id %s survives the trip in the path',
    async (id) => {
      storage.put('/0', fakeTs(1_000))
      const t = await open({ playlist: playlistOf([`${storage.origin}/0`]), mp4Url: `${storage.origin}/v` }, {}, id)
      const text = await t.playlist(id)
      expect(text).toContain(`\n${itemPath(id, 0)}\n`)
      expect((await t.get(/^\/media.*$/m.exec(text)?.[0] ?? '')).status).toBe(200)
      expect((await t.get(videoPath(id))).status).toBe(200)
    },
  )

  it('GET and HEAD only, known paths of open replays only', async () => {
    const t = await open({ playlist: playlistOf([`${storage.origin}/0`]) })
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await t.problem(itemPath('s', 0), { method })).toMatchObject({ code: 'invalid-input' })
    for (const path of [
      '/media/replay/s/1',
      '/media/replay/s/-1',
      '/media/replay/s/video.mp4',
      '/media/replay/other/0',
      '/media/replay/s/%2e%2e/0',
      '/etc/passwd',
      '/',
    ]) {
      expect(await t.problem(path)).toMatchObject({ code: 'not-found' })
    }
    expect(storage.requests).toHaveLength(0)
  })

  it('tells no reason of what is no media path, whatever the text', async () => {
    const t = await open({ playlist: playlistOf([`${storage.origin}/0`]) })
    for (const path of ['', '/', 'http://[', '%', '/media/replay/%/0', '/media/replay/s/0/../../x'])
      expect(t.replays.mediaProblem(path)).toMatchObject({ code: 'not-found' })
    expect(t.replays.mediaProblem(itemPath('s', 0))).toBeNull()
  })

  it('keeps the reasons of a bounded number of parts, the newest ones', async () => {
    const urls = Array.from({ length: 300 }, (_, i) => `${storage.origin}/none-${i}`)
    const lines = urls.flatMap((url) => ['#EXT-X-GAP', '#EXTINF:2,', url])
    const t = await open({ playlist: ['#EXTM3U', ...lines, '#EXTINF:2,', `${storage.origin}/v`].join('\n') })
    for (let i = 0; i < 300; i++) await t.item(i)
    expect(t.replays.mediaProblem(itemPath('s', 0))).toBeNull()
    expect(t.replays.mediaProblem(itemPath('s', 299))).toMatchObject({ code: 'media-error', status: 404 })
  })

  it('has strict headers and none of the storage', async () => {
    storage.put('/0', fakeTs(1_000), { type: 'image/jpeg' })
    const t = await open({ playlist: playlistOf([`${storage.origin}/0`]), mp4Url: `${storage.origin}/v` })
    for (const answer of [await t.item(0), await t.video(), await t.get(playlistPath('s'))]) {
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'")
      expect([...answer.headers.keys()].filter((name) => /etag|date|server|amz|connection/.test(name))).toEqual([])
      await answer.arrayBuffer()
    }
  })

  it('D11: no credential, no cookie, no service header goes to storage', async () => {
    const t = await video()
    await bytesOf(
      await t.video({
        headers: { authorization: 'Bearer planted', cookie: 'a=b', 'x-service-request-origin': 'desk' },
      }),
    )
    expect(Object.keys(storage.requests[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
    ])
  })

  it('the playlist names nothing but our own paths', async () => {
    const t = await open({
      playlist: playlistOf(
        [`${storage.origin}/0?sig=planted`],
        ['#EXT-X-START:TIME-OFFSET=3', '#EXT-X-SESSION-DATA:URI="https://evil.example"'],
      ),
    })
    const text = await t.playlist()
    expect(text).not.toMatch(/planted|http|evil/)
    expect(text).toContain('#EXT-X-ENDLIST')
  })
})

describe('addresses', () => {
  const target = "/s/%2B%20(1)/0.ts?X-Amz-Credential=AK%2F2026%2Fs3&X-Amz-Signature=a+b/c=&t=%7e~&e=&q='{}^|&e="

  it('P21: the raw request target is the text of the playlist, also after a refetch', async () => {
    const t = await open({
      playlist: playlistOf([`${storage.origin}${target}`]),
      mp4Url: `${storage.origin}/v?a+b=%7e'`,
    })
    let refuse = true
    storage.behave((x) => {
      if (refuse) {
        refuse = false
        return deny(x)
      }
      x.response.end(fakeTs(500))
      return true
    })
    expect((await t.item(0)).status).toBe(200)
    await (await t.video()).arrayBuffer()
    expect(storage.requests.map((r) => r.target)).toEqual([target, target, "/v?a+b=%7e'"])
  })

  it.each([
    'file:///etc/passwd',
    'http://169.254.169.254/latest/',
    'app://desk/x',
    'data:video/mp2t,G',
    'http://10.0.0.1/x',
    'seg0.ts',
  ])('P20, P19: a list with %s is refused before anything is asked for', async (url) => {
    const t = await open({ playlist: playlistOf([`${storage.origin}/0`, url]) })
    expect(t.last().phase).toMatchObject({ kind: 'unavailable', cause: 'bad-playlist' })
    expect(await t.problem(itemPath('s', 0))).toMatchObject({ code: 'not-found' })
    expect(storage.requests).toHaveLength(0)
  })

  it.each(['https://service.example/', 'http://10.0.0.5/'])(
    'P20: storage on this computer is refused for the service %s',
    async (baseUrl) => {
      const resolve = async () => [{ address: '93.184.216.34', family: 4 as const }]
      const t = await video({ baseUrl, resolve })
      expect(await t.problem(videoPath('s'))).toMatchObject({ code: 'refused-address' })
      expect(storage.requests).toHaveLength(0)
    },
  )

  it('P20: the address that was checked is the one that is used: a second answer of the name server is not asked for', async () => {
    const { port } = new URL(storage.origin)
    let lookups = 0
    const resolve = async (host: string) => {
      if (host === 'storage.localhost') lookups++
      return [{ address: lookups > 1 ? '169.254.169.254' : '127.0.0.1', family: 4 as const }]
    }
    const t = await open({ mp4Url: `http://storage.localhost:${port}/v` }, { resolve })
    expect((await bytesOf(await t.video())).equals(MP4)).toBe(true)
    expect(lookups).toBe(1)
    expect(storage.requests[0]?.headers.host).toBe(`storage.localhost:${port}`)
  })
})

describe('X07: redirects', () => {
  const redirect = (where: (n: number) => string) =>
    storage.behave((x) => {
      if (x.path !== '/v') return false
      x.response.writeHead(302, { location: where(x.nth) }).end()
      return true
    })

  it('one is followed, the range goes along', async () => {
    storage.put('/moved', MP4)
    redirect(() => '/moved?sig=a+b')
    const t = await video()
    const answer = await t.video({ headers: { range: 'bytes=10-19' } })
    expect(answer.status).toBe(206)
    expect((await bytesOf(answer)).equals(MP4.subarray(10, 20))).toBe(true)
    expect(storage.of('/moved')).toMatchObject([{ target: '/moved?sig=a+b', range: 'bytes=10-19' }])
  })

  it('a loop is a clear error', async () => {
    redirect((n) => `/v?hop=${n}`)
    const t = await video()
    expect(await t.problem(videoPath('s'))).toMatchObject({
      code: 'media-error',
      message: 'The storage redirects in a loop.',
    })
    expect(storage.requests.length).toBeLessThanOrEqual(6)
  })

  it.each(['http://169.254.169.254/latest', 'file:///etc/passwd', 'http://h.example/x'])(
    'to %s is refused',
    async (url) => {
      redirect(() => url)
      const t = await video()
      expect(await t.problem(videoPath('s'))).toMatchObject({ code: 'refused-address' })
    },
  )
})

describe('real segments', () => {
  it('P12: byte ranges become explicit ranges, one for each part, also when a reset interrupts', async () => {
    const file = fixture('ranges.m4s')
    storage.put('/u', file)
    storage.behave((x) => x.nth === 1 && (x.socket.resetAndDestroy(), true))
    const text = fixture('ranges.m3u8')
      .toString()
      .replaceAll(/br\.m4s/g, `${storage.origin}/u?sig=1`)
      .replace('2078@837', '2078')
      .replace('2078', '2078@837')
      .replace('1611@2915', '1611')
      .replace('1464@4526', '1464')
    const t = await open({ playlist: text })
    const parts = [0, 1, 2, 3].map((i) => t.item(i))
    const answers = []
    for (const part of parts) answers.push(await bytesOf(await part))
    expect(Buffer.concat(answers).equals(file)).toBe(true)
    const asked = storage.requests.map((r) => r.range)
    expect(new Set(asked)).toEqual(new Set(['bytes=0-836', 'bytes=837-2914', 'bytes=2915-4525', 'bytes=4526-5989']))
    expect(asked).toHaveLength(5)
    expect(await t.playlist()).not.toContain('BYTERANGE')
  })

  it('P12: a server that answers 200 with everything is sliced', async () => {
    const file = fixture('ranges.m4s')
    storage.behave((x) => (x.response.writeHead(200, { 'content-length': file.length }), x.response.end(file), true))
    const t = await open({ playlist: fixture('ranges.m3u8').toString().replaceAll('br.m4s', `${storage.origin}/u`) })
    const answer = await t.item(1)
    expect(answer.headers.get('content-length')).toBe('2078')
    expect((await bytesOf(answer)).equals(file.subarray(837, 2915))).toBe(true)
  })

  it('a slice that the object does not have is refused, not served short', async () => {
    storage.put('/u', fixture('ranges.m4s').subarray(0, 2_000))
    const t = await open({ playlist: fixture('ranges.m3u8').toString().replaceAll('br.m4s', `${storage.origin}/u`) })
    expect(await t.problem(itemPath('s', 1))).toMatchObject({ code: 'media-error' })
  })

  it('P18: key and segments come through the gateway and decrypt with the IV of the written list', async () => {
    const cacheBytes = 1_000_000
    for (const n of [7, 8]) storage.put(`/a${n}`, fixture(`aes-${n}.mpegts`))
    storage.put('/c', fixture('clear-2.mpegts'))
    storage.put('/k.bin', fixture('aes.key'))
    const list = [
      '#EXTM3U',
      '#EXT-X-TARGETDURATION:2',
      '#EXT-X-MEDIA-SEQUENCE:7',
      `#EXT-X-KEY:METHOD=AES-128,URI="${storage.origin}/k.bin?sig"`,
      ...[7, 8].flatMap((n) => ['#EXTINF:2,', `${storage.origin}/a${n}?sig`]),
      '#EXT-X-KEY:METHOD=NONE',
      '#EXTINF:2,',
      `${storage.origin}/c?sig`,
    ].join('\n')
    const t = await open({ playlist: list }, { cacheBytes })
    const text = await t.playlist()
    const keys = [...text.matchAll(/METHOD=AES-128,URI="(.*?)",IV=0x([0-9a-f]{32})\n#EXTINF:2,\n(.*)/g)]
    expect(keys).toHaveLength(2)
    for (const [i, [, keyPath = '', iv = '', segmentPath = '']] of keys.entries()) {
      const key = await bytesOf(await t.get(keyPath))
      const sealed = await bytesOf(await t.get(segmentPath))
      const clear = createDecipheriv('aes-128-cbc', key, Buffer.from(iv, 'hex'))
      expect(Buffer.concat([clear.update(sealed), clear.final()]).equals(fixture(`clear-${i}.mpegts`))).toBe(true)
    }
    expect(storage.of('/k.bin').length).toBe(2) // never from the cache
    expect(t.logged.join()).not.toContain('0123456789abcdef')
    await t.kept(fixture('aes-7.mpegts').length + fixture('aes-8.mpegts').length + 32)
  })

  it('P18: a key that is none is refused', async () => {
    storage.put('/k', Buffer.from('<html>not a key</html>'))
    const t = await open({
      playlist: playlistOf([`${storage.origin}/0`], [`#EXT-X-KEY:METHOD=AES-128,URI="${storage.origin}/k"`]),
    })
    const key = /URI="(.*?)"/.exec(await t.playlist())?.[1] ?? ''
    expect(await t.problem(key)).toMatchObject({ code: 'media-error' })
  })

  it('P10: gaps are never asked for', async () => {
    for (const i of [0, 3]) storage.put(`/${i}`, fakeTs(1_000))
    const lines = [0, 1, 2, 3].flatMap((i) => [
      ...(i === 1 || i === 2 ? ['#EXT-X-GAP'] : []),
      '#EXTINF:2,',
      `${storage.origin}/${i}`,
    ])
    const t = await open({ playlist: ['#EXTM3U', ...lines].join('\n') })
    const problems = await Promise.all([0, 1, 2, 3].map((i) => t.problem(itemPath('s', i))))
    expect(problems.map((problem) => problem?.status ?? null)).toEqual([null, 404, 404, null])
    expect(storage.requests.map((r) => r.path).sort()).toEqual(['/0', '/3'])
  })

  it('P28: the same link twice is two numbers with the same bytes', async () => {
    storage.put('/1', fakeTs(1_000))
    const t = await open({ playlist: playlistOf([`${storage.origin}/1?a=1&a=1`, `${storage.origin}/1?a=1&a=1`]) })
    for (const i of [0, 1]) expect((await bytesOf(await t.item(i))).equals(fakeTs(1_000))).toBe(true)
    expect(storage.requests.map((r) => r.target)).toEqual(['/1?a=1&a=1', '/1?a=1&a=1'])
  })
})

describe('P04: variants', () => {
  it('the best variant is read through the gateway with the same rules', async () => {
    storage.put('/high/list', Buffer.from('#EXTM3U\n#EXTINF:2,\n0.ts?sig=%7e\n#EXT-X-ENDLIST'))
    storage.put('/high/0.ts', fakeTs(1_000))
    const playlist = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${storage.origin}/low\n#EXT-X-STREAM-INF:BANDWIDTH=9\n${storage.origin}/high/list?sig=v`
    const t = await open({ playlist })
    expect((await bytesOf(await t.item(0))).equals(fakeTs(1_000))).toBe(true)
    expect(storage.requests.map((r) => r.target)).toEqual(['/high/list?sig=v', '/high/0.ts?sig=%7e'])
  })

  it('a variant that is refused, or holds a foreign address, is one sentence', async () => {
    storage.put('/list', Buffer.from('#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd'))
    const playlist = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${storage.origin}/list`
    const t = await open({ playlist })
    expect(t.last().phase).toMatchObject({
      kind: 'unavailable',
      cause: 'bad-playlist',
      problem: { code: 'refused-address' },
    })
  })
})
