import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixture, playlistOf } from '../../media/testing/media-fixtures.ts'
import { deny, type StorageServer, startStorage } from '../../media/testing/storage-server.ts'
import { linksOf, probe, readBack, startExport } from './testing/export-harness.ts'

let storage: StorageServer
let it_: Awaited<ReturnType<typeof startExport>>
beforeEach(async () => {
  storage = await startStorage()
  it_ = await startExport()
  for (const n of [0, 1, 2]) storage.put(`/clear-${n}`, fixture(`clear-${n}.mpegts`))
})
afterEach(async () => {
  await it_.end()
  await storage.close()
})

const url = (name: string, sign = 'X-Amz-Signature=a') => `${storage.origin}/${name}?${sign}`
const clear = (sign?: string) => playlistOf([0, 1, 2].map((n) => url(`clear-${n}`, sign)))
const value = async <T>(result: Promise<{ ok: true; value: T } | { ok: false; problem: unknown }>): Promise<T> => {
  const said = await result
  if (!said.ok) throw new Error(JSON.stringify(said.problem))
  return said.value
}
const problem = async (result: ReturnType<typeof it_.run>) => {
  const said = await result
  if (said.ok) throw new Error('succeeded')
  return said.problem
}

/** The oracles: mediabunny reads it back, ffprobe decodes every picture where there is one. */
const check = async (frames: number, durationS: number, within = 0.1) => {
  const back = await readBack(it_.partPath)
  expect(back.at).toHaveLength(frames)
  expect(Math.abs(back.durationS - durationS)).toBeLessThanOrEqual(within)
  expect(new Set(back.at).size).toBe(frames)
  const seen = probe(it_.partPath)
  if (seen) {
    expect(seen).toMatchObject({ frames, errors: '' })
    expect(Math.abs(seen.durationS - durationS)).toBeLessThanOrEqual(within)
  }
  return back
}

describe('forms of segments', () => {
  it('P17: a transport stream without sound becomes an MP4 with one track', async () => {
    const out = await value(it_.run(linksOf(clear())))
    expect(out).toMatchObject({ segments: 3, missing: [], warnings: [] })
    expect(out.object).toBe(`${storage.origin.slice(7)}/clear-0`)
    expect(out.bytes).toBe((await readFile(it_.partPath)).length)
    const { tracks, at } = await check(30, 6)
    expect(tracks).toEqual(['video'])
    expect(at[0]).toBe(0)
    expect(it_.progress.at(-1)).toMatchObject({ segments: 3, of: 3, totalBytes: null })
  })

  it('P12: one file by byte ranges, each asked for once', async () => {
    storage.put('/ranges', fixture('ranges.m4s'))
    const list = fixture('ranges.m3u8').toString().replaceAll('br.m4s', url('ranges'))
    await value(it_.run(linksOf(list)))
    await check(30, 6)
    const asked = storage.of('/ranges').map(({ range }) => range)
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked.every((range) => /^bytes=\d+-\d+$/.test(range ?? ''))).toBe(true)
  })

  it('P12: a server that answers ranges with the whole file is sliced, and a cut range is asked for again', async () => {
    storage.put('/ranges', fixture('ranges.m4s'))
    const list = fixture('ranges.m3u8').toString().replaceAll('br.m4s', url('ranges'))
    let cuts = 0
    storage.behave((exchange) => {
      if (exchange.nth === 1 && cuts++ === 0) {
        exchange.socket.destroy()
        return true
      }
      storage.serve({ ...exchange, range: null })
      return true
    })
    await value(it_.run(linksOf(list)))
    await check(30, 6)
    expect(cuts).toBe(1)
  })

  it('P15: fragments without a segment type, or with an event in front, are read by their init section', async () => {
    const whole = fixture('ranges.m4s')
    const list = fixture('ranges.m3u8').toString()
    const [init = '', ...parts] = [...list.matchAll(/(\d+)@(\d+)/g)].map((m) => `${m[1]}@${m[2]}`)
    const cut = (range: string) => {
      const [length = 0, offset = 0] = range.split('@').map(Number)
      return whole.subarray(offset, offset + length)
    }
    storage.put('/init', cut(init))
    const event = Buffer.alloc(32)
    event.writeUInt32BE(32)
    event.write('emsg', 4)
    parts.forEach((range, n) => {
      const body = cut(range)
      const bare = body.subarray(body.indexOf('moof') - 4)
      storage.put(`/part-${n}`, n === 1 ? Buffer.concat([event, bare]) : bare)
    })
    const names = parts.map((_, n) => url(`part-${n}`))
    await value(it_.run(linksOf(playlistOf(names, [`#EXT-X-MAP:URI="${url('init')}"`]))))
    await check(30, 6)
    expect(storage.of('/init')).toHaveLength(1)
  })

  it('P18: encrypted segments are decrypted by their sequence number; the key is fetched once and never stored', async () => {
    for (const n of [7, 8, 9]) storage.put(`/aes-${n}`, fixture(`aes-${n}.mpegts`))
    storage.put('/k', fixture('aes.key'))
    const list = playlistOf(
      [7, 8, 9].map((n) => url(`aes-${n}`)),
      ['#EXT-X-MEDIA-SEQUENCE:7', `#EXT-X-KEY:METHOD=AES-128,URI="${url('k')}"`],
    )
    await value(it_.run(linksOf(list)))
    await check(30, 6)
    expect(storage.of('/k')).toHaveLength(1)
    for (const name of await readdir(it_.workFolder)) {
      expect((await readFile(join(it_.workFolder, name))).includes(fixture('aes.key'))).toBe(false)
    }
  })

  it('P18: a wrong key is a problem, not a broken file', async () => {
    storage.put('/aes-7', fixture('aes-7.mpegts'))
    storage.put('/k', Buffer.alloc(16, 3))
    const list = playlistOf([url('aes-7')], ['#EXT-X-MEDIA-SEQUENCE:7', `#EXT-X-KEY:METHOD=AES-128,URI="${url('k')}"`])
    expect((await problem(it_.run(linksOf(list)))).code).toBe('media-error')
    expect(await it_.isFinished()).toBe(false)
  })

  it('P25: a compressed body, declared or not, is the same segment', async () => {
    const packed = gzipSync(fixture('clear-1.mpegts'))
    storage.put('/clear-2', gzipSync(fixture('clear-2.mpegts')))
    storage.behave(({ path, response }) => {
      if (path !== '/clear-1') return false
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length })
      response.end(packed)
      return true
    })
    await value(it_.run(linksOf(clear())))
    await check(30, 6)
  })

  it('P26: the content decides, not the name or the type', async () => {
    storage.put('/0.jpg', fixture('clear-0.mpegts'), { type: 'image/jpeg' })
    await value(it_.run(linksOf(playlistOf([url('0.jpg')]))))
    await check(10, 2)
  })

  it('P28: the same address twice is exported twice', async () => {
    const list = playlistOf([0, 1, 1, 2].map((n) => url(`clear-${n}`)))
    const out = await value(it_.run(linksOf(list)))
    expect(out.segments).toBe(4)
    expect(it_.progress.at(-1)?.segments).toBe(4)
    await check(40, 8)
  })
})

describe('time', () => {
  it('P11: the clock restarts and the picture changes its size at a discontinuity', async () => {
    storage.put('/other', fixture('other-size.mpegts'))
    const list = `#EXTM3U\n#EXTINF:2,\n${url('clear-0')}\n#EXTINF:2,\n${url('clear-1')}\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\n${url('other')}\n`
    const out = await value(it_.run(linksOf(list)))
    expect(out.warnings).toEqual([expect.stringContaining('picture size or shape changes')])
    const { at } = await check(40, 8, 0.3)
    expect(at).toEqual([...at].sort((a, b) => a - b))
  })

  it('P11: a clock that restarts without a discontinuity is noticed', async () => {
    const list = playlistOf([2, 0, 1].map((n) => url(`clear-${n}`)))
    await value(it_.run(linksOf(list)))
    const { at } = await check(30, 6, 0.3)
    expect(at).toEqual([...at].sort((a, b) => a - b))
  })

  it('P09: an empty object and a segment of tables alone are noted', async () => {
    storage.put('/empty', Buffer.alloc(0))
    storage.put('/tables', fixture('clear-2.mpegts').subarray(0, 564))
    const list = playlistOf([url('clear-0'), url('clear-1'), url('tables'), url('empty')])
    const out = await value(it_.run(linksOf(list)))
    expect(out.warnings).toEqual(['2 segments contain no media.'])
    expect((await readBack(it_.partPath)).at).toHaveLength(20)
    expect(storage.of('/empty')).toHaveLength(1)
  })
})

describe('lengths the playlist does not say', () => {
  const listWith = (tags: string[], name = 'clear-1') =>
    ['#EXTM3U', '#EXTINF:2,', url('clear-0'), ...tags, url(name), '#EXTINF:2,', url('clear-2'), '#EXT-X-ENDLIST'].join(
      '\n',
    )

  it.each([
    ['missing', []],
    ['zero', ['#EXTINF:0,']],
    ['negative', ['#EXTINF:-2,']],
    ['no number', ['#EXTINF:two,']],
  ])(
    'P09: a segment with pictures whose length is %s is kept with the length its pictures show',
    async (_name, tags) => {
      const out = await value(it_.run(linksOf(listWith(tags))))
      expect(out).toMatchObject({ segments: 3, missing: [] })
      expect(out.warnings).toEqual(['The playlist does not say the length of 1 segment.'])
      await check(30, 6)
    },
  )

  it('P09: the last segment without a length is kept as well', async () => {
    const list = `#EXTM3U\n#EXTINF:2,\n${url('clear-0')}\n#EXTINF:0.000000,\n${url('clear-1')}\n#EXT-X-ENDLIST\n`
    await value(it_.run(linksOf(list)))
    await check(20, 4)
  })

  it('P09: an entry of length 0 without media, or without an object, ends the recording cleanly', async () => {
    storage.put('/empty', Buffer.alloc(0))
    for (const name of ['empty', 'nowhere']) {
      const list = `#EXTM3U\n#EXTINF:2,\n${url('clear-0')}\n#EXTINF:0,\n${url(name)}\n#EXT-X-ENDLIST\n`
      const out = await value(it_.run(linksOf(list)))
      expect(out.missing).toEqual([])
      expect(out.warnings).toContain('1 segment contains no media.')
      await check(10, 2)
    }
  })

  it('P09, D22: an entry without a length whose object is gone makes the recording incomplete', async () => {
    const said = await problem(it_.run(linksOf(listWith([], 'nowhere'))))
    expect(said.details).toBe('incomplete: 1 of 3 missing')
  })
})

describe('what is missing', () => {
  const withGaps = () =>
    [
      '#EXTM3U',
      ...[0, 1, 2, 3, 4].flatMap((n) => [
        ...(n === 1 || n === 2 ? ['#EXT-X-GAP'] : []),
        '#EXTINF:2,',
        n < 3 ? url(`clear-${n}`) : url(`again-${n}`),
      ]),
    ].join('\n')

  it('P10: gaps are never asked for, and the export says what is missing', async () => {
    storage.put('/again-3', fixture('clear-1.mpegts'))
    storage.put('/again-4', fixture('clear-2.mpegts'))
    const said = await problem(it_.run(linksOf(withGaps())))
    expect(said.message).toBe('The recording is incomplete: 2 of 5 segments missing.')
    expect(await it_.isFinished()).toBe(false)
    const out = await value(it_.run(linksOf(withGaps()), { acceptPartial: true }))
    expect(out.missing).toEqual([2, 3])
    expect(out.warnings).toEqual(['Incomplete: 2 of 5 segments missing (2, 3).'])
    expect([...storage.of('/clear-1'), ...storage.of('/clear-2')]).toEqual([])
    const { durationS } = await readBack(it_.partPath)
    expect(Math.abs(durationS - 10)).toBeLessThan(0.3)
  })

  it('D22: a segment that is gone ends the export as incomplete, and the next try fetches that one alone', async () => {
    const names = [0, 1, 2, 0, 1, 2].map((n, i) => (i === 2 ? 'gone' : `clear-${n}`))
    const list = playlistOf(names.map((name) => url(name)))
    const said = await problem(it_.run(linksOf(list)))
    expect(said).toMatchObject({ code: 'incomplete', incomplete: { missing: 1, total: 6, unit: 'segments' } })
    expect(await it_.isFinished()).toBe(false)
    expect(await it_.kept()).toEqual([0, 1, 3, 4, 5])
    const asked = storage.requests.length
    storage.put('/gone', fixture('clear-2.mpegts'))
    const out = await value(it_.run(linksOf(list)))
    expect(out).toMatchObject({ missing: [], warnings: [] })
    expect(storage.requests.slice(asked).map(({ path }) => path)).toEqual(['/gone'])
    await check(60, 12)
  })

  it('D22: a file with a hole is accepted only when the person says so, and is labelled', async () => {
    const list = playlistOf([url('gone'), url('clear-1'), url('clear-2')])
    const out = await value(it_.run(linksOf(list), { acceptPartial: true }))
    expect(out.missing).toEqual([1])
    expect(out.warnings).toEqual(['Incomplete: 1 of 3 segments missing (1).'])
    expect((await readBack(it_.partPath)).at).toHaveLength(20)
  })

  it('D22: nothing at all is no file, accepted or not', async () => {
    const list = playlistOf([url('x'), url('y')])
    expect((await problem(it_.run(linksOf(list), { acceptPartial: true }))).message).toContain('2 of 2')
    expect(await it_.isFinished()).toBe(false)
  })
})

describe('links and lists', () => {
  it('P22, P24: new links go on with the segments that are there; one refetch for all', async () => {
    let served = 0
    storage.behave((exchange) => {
      const old = exchange.target.includes('Signature=old')
      if (old && served >= 2) return deny(exchange)
      served++
      return false
    })
    const links = linksOf(clear('X-Amz-Signature=old'), clear('X-Amz-Signature=new'))
    await value(it_.run(links))
    expect(links.renewals()).toBe(1)
    await check(30, 6)
  })

  it.each([410, 404])(
    'H48: %d for expired links is renewed, again and again, until the recording is whole',
    async (status) => {
      const segments = 60
      const life = 9 // answers a signature is good for
      let served = 0
      storage.behave((exchange) => {
        const generation = Number(/sig=(\d+)/.exec(exchange.target)?.[1])
        if (served >= generation * life) return deny(exchange, status)
        served += 1
        return false
      })
      const names = Array.from({ length: segments }, (_, n) => `clear-${n % 3}`)
      const lists = Array.from({ length: 12 }, (_, n) => playlistOf(names.map((name) => url(name, `sig=${n + 1}`))))
      const links = linksOf(...lists)
      const out = await value(it_.run(links))
      expect(out).toMatchObject({ segments, missing: [] })
      expect(links.renewals()).toBe(Math.ceil(segments / life) - 1)
    },
  )

  it('H48: objects that are truly gone cost a few renewals, not one each', async () => {
    const names = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 'clear-0' : `gone-${n}`))
    const links = linksOf(
      ...Array.from({ length: 60 }, (_, n) => playlistOf(names.map((name) => url(name, `sig=${n}`)))),
    )
    const said = await problem(it_.run(links))
    expect(said.details).toBe('incomplete: 20 of 40 missing')
    expect(links.renewals()).toBeLessThanOrEqual(6)
  })

  it('P24: links that stay refused are one problem, without a third round', async () => {
    storage.behave((exchange) => deny(exchange))
    const links = linksOf(clear('s=1'), clear('s=2'), clear('s=3'))
    expect((await problem(it_.run(links))).code).toBe('links-expired')
    expect(links.renewals()).toBe(1)
  })

  it('P22: another list behind new links is not mixed with the old one', async () => {
    storage.behave(
      (exchange) => exchange.target.includes('Signature=old') && exchange.path !== '/clear-0' && deny(exchange),
    )
    const other = playlistOf([0, 1].map((n) => url(`clear-${n}`)))
    expect((await problem(it_.run(linksOf(clear('X-Amz-Signature=old'), other)))).code).toBe('list-changed')
    expect(await it_.isFinished()).toBe(false)
  })

  it('D21, P22: a later attempt resumes where the last one ended, also when the links are signed differently', async () => {
    const stop = new AbortController()
    storage.behave(
      ({ path }) => path === '/clear-2' && !stop.signal.aborted && (setTimeout(() => stop.abort(), 50), true),
    )
    expect((await problem(it_.run(linksOf(clear()), { signal: stop.signal }))).code).toBe('cancelled')
    expect(await it_.isFinished()).toBe(false)
    expect(await it_.kept()).toEqual([0, 1])
    const asked = storage.requests.length
    storage.behave(() => false)
    await value(it_.run(linksOf(clear('X-Amz-Signature=later'))))
    expect(storage.requests.slice(asked).map(({ path }) => path)).toEqual(['/clear-2'])
    await check(30, 6)
  })

  it('D21: a segment that waits for the missing one is fetched again when it was cut or changed', async () => {
    const names = ['clear-0', 'gone', 'clear-1', 'clear-2'].map((name) => url(name))
    await problem(it_.run(linksOf(playlistOf(names))))
    expect(await it_.kept()).toEqual([0, 2, 3])
    const path = join(it_.workFolder, 'segments.pack')
    const pack = await readFile(path)
    const first = pack.indexOf(fixture('clear-1.mpegts'))
    pack[first + 500] = (pack[first + 500] ?? 0) ^ 1
    const second = pack.indexOf(fixture('clear-2.mpegts'))
    await writeFile(path, pack.subarray(0, Math.max(first, second) + 900))
    storage.put('/gone', fixture('clear-0.mpegts'))
    const asked = storage.requests.length
    await value(it_.run(linksOf(playlistOf(names))))
    const again = storage.requests.slice(asked).map((r) => r.path)
    expect(again.sort()).toEqual(['/clear-1', '/clear-2', '/gone'])
    await check(40, 8)
  })

  it('D21: starts over when the part was changed, or belongs to another list', async () => {
    await value(it_.run(linksOf(clear())))
    const whole = await readFile(it_.partPath)
    const changed = Buffer.from(whole)
    changed[500] = (changed[500] ?? 0) ^ 1
    await writeFile(it_.partPath, changed)
    const asked = storage.requests.length
    await value(it_.run(linksOf(clear())))
    expect(storage.requests.length - asked).toBe(3)
    expect((await readFile(it_.partPath)).equals(whole)).toBe(true)
    const out = await value(it_.run(linksOf(playlistOf([url('clear-0')]))))
    expect(out.warnings).toEqual([expect.stringContaining('list of segments changed')])
    expect(await it_.kept()).toEqual([0])
  })

  it('signatures and addresses stay out of what is kept and told', async () => {
    const out = await value(it_.run(linksOf(clear('X-Amz-Signature=secret-of-minutes'))))
    const state = await readFile(join(it_.workFolder, 'list.json'), 'utf8')
    expect(state + JSON.stringify(out)).not.toContain('secret-of-minutes')
    expect((await readFile(it_.partPath)).includes('secret-of-minutes')).toBe(false)
  })
})
