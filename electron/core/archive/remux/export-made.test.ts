import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, playlistOf } from '../../media/testing/media-fixtures.ts'
import { type StorageServer, startStorage } from '../../media/testing/storage-server.ts'
import { ffmpeg, hasFfmpeg, linksOf, probe, readBack, startExport, startOf } from './testing/export-harness.ts'

let storage: StorageServer
let place: Awaited<ReturnType<typeof startExport>>
beforeEach(async () => {
  storage = await startStorage()
  place = await startExport()
})
afterEach(async () => {
  await place.end()
  await storage.close()
})
const url = (name: string) => `${storage.origin}/${name}?s=1`

describe.skipIf(!hasFfmpeg)('recordings made by ffmpeg', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'made-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const picture = (size: string) => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=10:d=6,format=yuv420p`]
  const hls = ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod']

  /** Makes a playlist, puts its files on the storage and answers its lines with complete links. */
  const make = (name: string, ...args: string[]): string => {
    const list = join(folder, `${name}.m3u8`)
    ffmpeg(...args, list)
    for (const file of readdirSync(folder)) storage.put(`/${file}`, readFileSync(join(folder, file)))
    return readFileSync(list, 'utf8')
      .replace(/^(?!#)(\S+)$/gm, (file) => url(file))
      .replace(/URI="([^"]+)"/, (_, file) => `URI="${url(file)}"`)
  }

  const open = ['-c:v', 'libx264', '-bf', '3', '-x264-params', 'open-gop=1:keyint=20:min-keyint=20:scenecut=0']

  it.each([
    ['transport stream', 'mpegts'],
    ['fragments', 'fmp4'],
  ])('P16: open groups and B pictures as %s keep every picture', async (_, type) => {
    const list = make(
      `open-${type}`,
      ...picture('96x54'),
      ...open,
      ...hls,
      '-hls_segment_type',
      type,
      '-hls_fmp4_init_filename',
      `open-${type}-init.mp4`,
    )
    expect(await place.run(linksOf(list))).toMatchObject({ ok: true, value: { warnings: [] } })
    expect((await readBack(place.partPath)).at).toHaveLength(60)
    expect(probe(place.partPath)).toMatchObject({ frames: 60, errors: '' })
    expect(Math.abs((probe(place.partPath)?.durationS ?? 0) - 6)).toBeLessThan(0.1)
  })

  it('P16: a recording that is cut between key pictures begins with the first key picture', async () => {
    ffmpeg(...picture('96x54'), ...open, '-f', 'mpegts', join(folder, 'whole.ts'))
    const whole = readFileSync(join(folder, 'whole.ts'))
    // Without the first group: tables, then the second half of the packets.
    const packets = Array.from({ length: whole.length / 188 }, (_, n) => whole.subarray(n * 188, n * 188 + 188))
    const begins = packets.flatMap((p, n) => (((p[1] ?? 0) & 0x5f) === 0x41 && p[2] === 0 ? [n] : []))
    storage.put('/cut.ts', Buffer.concat([...packets.slice(0, begins[0]), ...packets.slice(begins[5])]))
    const said = await place.run(linksOf(`#EXTM3U\n#EXTINF:5.5,\n${url('cut.ts')}\n`))
    expect(said).toMatchObject({ ok: true, value: { warnings: [expect.stringContaining('were left out')] } })
    const back = await readBack(place.partPath)
    expect(back.at.length).toBeGreaterThan(30)
    expect(probe(place.partPath)?.frames).toBe(back.at.length)
  })

  it('P11: fragments of another size go on in the same file', async () => {
    const parts = ['96x54', '160x90'].map((size, n) =>
      make(
        `size-${n}`,
        ...picture(size),
        '-c:v',
        'libx264',
        '-bf',
        '0',
        '-g',
        '20',
        ...hls,
        '-hls_segment_type',
        'fmp4',
        '-hls_fmp4_init_filename',
        `size-${n}-init.mp4`,
      ),
    )
    const [first = '', second = ''] = parts.map((text) => text.replace('#EXT-X-ENDLIST\n', ''))
    const said = await place.run(linksOf(`${first}#EXT-X-DISCONTINUITY\n${second.slice(second.indexOf('#EXT-X-MAP'))}`))
    expect(said).toMatchObject({ ok: true, value: { warnings: [expect.stringContaining('size or shape')] } })
    expect(probe(place.partPath)).toMatchObject({ frames: 120, errors: '' })
    expect(Math.abs((probe(place.partPath)?.durationS ?? 0) - 12)).toBeLessThan(0.3)
  })

  it('P17: sound that begins later is kept at its time', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=d=6', '-c:a', 'aac', '-shortest']
    const silent = make('silent', ...picture('96x54'), '-c:v', 'libx264', '-g', '20', ...hls)
    const loud = make('loud', ...picture('96x54'), ...sound, '-c:v', 'libx264', '-g', '20', ...hls)
    const body = (text: string) => text.slice(text.indexOf('#EXTINF')).replace('#EXT-X-ENDLIST\n', '')
    const said = await place.run(linksOf(`#EXTM3U\n${body(silent)}#EXT-X-DISCONTINUITY\n${body(loud)}`))
    expect(said).toMatchObject({
      ok: true,
      value: { warnings: [], partial: false, samples: [120, expect.any(Number)] },
    })
    expect((await readBack(place.partPath)).tracks.sort()).toEqual(['audio', 'video'])
    expect(probe(place.partPath)).toMatchObject({ frames: 120, errors: '' })
    expect(Math.abs((startOf(place.partPath, 'a') ?? 0) - 6)).toBeLessThan(0.1)
  })

  it('sound that is there from the beginning is kept', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=d=6', '-c:a', 'aac', '-shortest']
    const list = make('both', ...picture('96x54'), ...sound, '-c:v', 'libx264', '-g', '20', ...hls)
    expect(await place.run(linksOf(list))).toMatchObject({ ok: true, value: { warnings: [] } })
    expect((await readBack(place.partPath)).tracks.sort()).toEqual(['audio', 'video'])
    expect(probe(place.partPath)?.errors).toBe('')
  })
})

describe('disk', () => {
  it('a part file that cannot be written is a problem of the disk, and what was fetched stays', async () => {
    storage.put('/a', fixture('clear-0.mpegts'))
    await mkdir(place.partPath)
    const said = await place.run(linksOf(playlistOf([url('a')])))
    expect(said).toMatchObject({ ok: false, problem: { code: 'storage' } })
    await rm(place.partPath, { recursive: true })
    expect(await place.run(linksOf(playlistOf([url('a')])))).toMatchObject({ ok: true })
    expect(existsSync(place.partPath)).toBe(true)
  })
})
