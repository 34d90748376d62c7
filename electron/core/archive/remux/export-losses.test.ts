import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixture, playlistOf } from '../../media/testing/media-fixtures.ts'
import { type StorageServer, startStorage } from '../../media/testing/storage-server.ts'
import { verifyMp4 } from '../files/verify/verify-mp4.ts'
import { bigSegment } from './testing/big-segment.ts'
import { linksOf, readBack, startExport } from './testing/export-harness.ts'

let storage: StorageServer
let place: Awaited<ReturnType<typeof startExport>>
beforeEach(async () => {
  storage = await startStorage()
  place = await startExport()
  for (const n of [0, 1, 2]) storage.put(`/clear-${n}`, fixture(`clear-${n}.mpegts`))
})
afterEach(async () => {
  await place.end()
  await storage.close()
})
const url = (name: string) => `${storage.origin}/${name}?s=1`
const names = (...all: string[]) => linksOf(playlistOf(all.map(url)))

describe('what cannot be read', () => {
  it('M09: a segment of noise counts as missing, and the next try fetches that one alone', async () => {
    storage.put('/noise', randomBytes(40_000))
    const list = names('clear-0', 'noise', 'clear-2', 'clear-0')
    expect(await place.run(list)).toMatchObject({
      ok: false,
      problem: { code: 'incomplete', details: 'incomplete: 1 of 4 missing' },
    })
    expect(await place.kept()).toEqual([0, 2, 3])
    const asked = storage.requests.length
    storage.put('/noise', fixture('clear-1.mpegts'))
    expect(await place.run(list)).toMatchObject({ ok: true, value: { missing: [], partial: false, warnings: [] } })
    expect(storage.requests.slice(asked).map(({ path }) => path)).toEqual(['/noise'])
    expect((await readBack(place.partPath)).at).toHaveLength(40)
  })

  it('M09, D22: noise is left out only when the person says so, and is told', async () => {
    storage.put('/noise', randomBytes(40_000))
    const out = await place.run(names('clear-0', 'noise', 'clear-2'), { acceptPartial: true })
    expect(out).toMatchObject({ ok: true, value: { missing: [2], partial: true } })
    expect(out.ok && out.value.warnings).toEqual([
      'Incomplete: 1 of 3 segments missing (2).',
      'Segment 2 could not be read as video.',
    ])
    expect((await readBack(place.partPath)).at).toHaveLength(20)
  })

  it('a recording of noise alone has its true reason', async () => {
    storage.put('/noise', randomBytes(40_000))
    for (const acceptPartial of [false, true]) {
      expect(await place.run(names('noise'), { acceptPartial })).toMatchObject({
        ok: false,
        problem: { code: 'media-error', details: 'not-media' },
      })
    }
  })
})

describe('pictures that are lost inside segments', () => {
  /** Fragments of a recording, the last one cut. */
  const cut = (share: number) => {
    const whole = fixture('ranges.m4s')
    const parts = [
      ...fixture('ranges.m3u8')
        .toString()
        .matchAll(/(\d+)@(\d+)/g),
    ].map(([, length, offset]) => whole.subarray(Number(offset), Number(offset) + Number(length)))
    const [init = Buffer.alloc(0), ...media] = parts
    storage.put('/init', init)
    media.forEach((part, n) => {
      const last = n === media.length - 1
      storage.put(`/part-${n}`, last ? part.subarray(0, Math.round(part.length * share)) : part)
    })
    return linksOf(
      playlistOf(
        media.map((_, n) => url(`part-${n}`)),
        [`#EXT-X-MAP:URI="${url('init')}"`],
      ),
    )
  }

  it('M12: more than one in a hundred fail with their numbers; accepted, they are told and the file is partial', async () => {
    const links = cut(0.6)
    const said = await place.run(links)
    expect(said).toMatchObject({ ok: false, problem: { code: 'incomplete' } })
    const details = said.ok ? '' : said.problem.details
    expect(details).toMatch(/^incomplete: \d+ of 30 pictures$/)
    const lost = Number(/\d+/.exec(details ?? '')?.[0])
    const out = await place.run(links, { acceptPartial: true })
    expect(out).toMatchObject({ ok: true, value: { missing: [], partial: true, samples: [30 - lost] } })
    expect(out.ok && out.value.warnings).toEqual([`${lost} of 30 pictures are missing or damaged in the segments.`])
    expect(await verifyMp4({ path: place.partPath, expectedBytes: null, announcedMs: null })).toMatchObject({
      value: { damage: null, pictures: 30 - lost },
    })
  })

  it('M12: a later attempt without consent fetches the segments again, since they may be whole by then', async () => {
    expect((await place.run(cut(0.6))).ok).toBe(false)
    const asked = storage.of('/part-2').length
    expect(await place.run(cut(1))).toMatchObject({ ok: true, value: { partial: false, samples: [30], warnings: [] } })
    expect(storage.of('/part-2').length).toBe(asked + 1)
  })
})

describe('disk', () => {
  const bytesOn = async (folder: string): Promise<number> => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    const sizes = found
      .filter((one) => one.isFile())
      .map(async (one) => (await stat(join(one.parentPath, one.name))).size)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  it('takes at most 1.05 times the recording at any moment', async () => {
    storage.put('/big', await bigSegment(400_000))
    let most = 0
    let looking = Promise.resolve()
    const onProgress = () => {
      looking = looking.then(async () => {
        most = Math.max(most, await bytesOn(place.folder))
      })
    }
    const out = await place.run(names(...Array<string>(60).fill('big')), { onProgress })
    await looking
    most = Math.max(most, await bytesOn(place.folder))
    const bytes = out.ok ? out.value.bytes : 0
    expect(bytes).toBeGreaterThan(20_000_000)
    expect(most).toBeGreaterThan(bytes * 0.9)
    expect(most).toBeLessThanOrEqual(bytes * 1.05)
  })

  it('the same recording gives the same bytes', async () => {
    await place.run(names('clear-0', 'clear-1'))
    const first = await readFile(place.partPath)
    const other = await startExport()
    await other.run(names('clear-0', 'clear-1'))
    expect((await readFile(other.partPath)).equals(first)).toBe(true)
    await other.end()
  })
})
