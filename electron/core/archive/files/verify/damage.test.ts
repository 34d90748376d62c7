import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixture } from '../../../media/testing/media-fixtures.ts'
import type { Sample } from '../../remux/media-samples.ts'
import { sampleOf, slice, videoFormat, writeFile as writeMp4 } from '../../remux/writing/testing/tracks.ts'
import { importFolder } from '../import-folder.ts'
import { readSidecar, writeSidecar } from '../metadata/sidecar.ts'
import { sidecarFor, temporaryFolder } from '../testing/temporary-files.ts'
import { verifyFolder } from './verify-folder.ts'
import { verifyMp4 } from './verify-mp4.ts'

let at: Awaited<ReturnType<typeof temporaryFolder>>
let path: string
beforeEach(async () => {
  at = await temporaryFolder()
  path = join(at.folder, 'x.mp4')
})
afterEach(() => at.remove())

const pictures = (data: (n: number) => Buffer[], count = 10): Sample[] =>
  Array.from({ length: count }, (_, n) => sampleOf({ dts: n * 9_000, duration: 9_000, key: n === 0, data: data(n) }))
const whole = (n: number): Buffer[] => [slice(30 + n, n === 0)]
const write = (data: (n: number) => Buffer[], count = 10): Promise<number> =>
  writeMp4(path, [videoFormat()], [[{ track: 0, samples: pictures(data, count) }]])
const check = () => verifyMp4({ path, expectedBytes: null, announcedMs: null })
/** An access unit delimiter and an SEI unit. */
const delimiters = Buffer.from([0, 0, 0, 2, 9, 0xf0, 0, 0, 0, 4, 6, 5, 0, 0x80])

describe('a whole file with damage inside', () => {
  test.each([
    [
      'M19: a sample of delimiters alone',
      (n: number) => (n === 5 ? [delimiters] : whole(n)),
      { empty: 1 },
      '1 contain no image data',
    ],
    [
      'M03: two pictures in one sample',
      (n: number) => (n > 6 ? [slice(40, false), slice(30, false)] : whole(n)),
      { joint: 3 },
      '3 contain more than one image',
    ],
    [
      'a unit that is longer than its sample',
      (n: number) => (n === 3 ? [slice(40, false).subarray(0, 39)] : whole(n)),
      { broken: 1 },
      '1 cannot be read',
    ],
    [
      'a unit without bytes',
      (n: number) => (n === 3 ? [slice(40, false), Buffer.alloc(4)] : whole(n)),
      { broken: 1 },
      '1 cannot be read',
    ],
    [
      'bytes behind the last unit that are no length',
      (n: number) => (n === 9 ? [slice(40, false), Buffer.alloc(2, 1)] : whole(n)),
      { broken: 1 },
      '1 cannot be read',
    ],
  ])('%s is counted and told, and the file is kept', async (_, data, damage, words) => {
    await write(data)
    expect(await check()).toMatchObject({
      ok: true,
      value: {
        pictures: 10,
        damage: { broken: 0, empty: 0, joint: 0, disorder: 0, ...damage },
        warnings: [`The video data is damaged: of 10 pictures, ${words}.`],
      },
    })
  })

  test('several slices, delimiters and parameter sets in one picture are no damage', async () => {
    const second = slice(30, false)
    second[5] = 0x40 // first_mb_in_slice 1
    await write((n) => [delimiters, slice(30, n === 0), second])
    expect(await check()).toMatchObject({ ok: true, value: { damage: null, warnings: [] } })
  })

  test('is found wherever pieces of the file end', async () => {
    // One picture reaches over the border of 1 MiB byte by byte; a bad one lies behind it.
    for (const size of [1_048_576 - 48 - 12, 1_048_576 - 48 - 3, 1_048_576 - 48 - 1, 1_048_576 - 48]) {
      await at.remove()
      await mkdir(at.folder)
      await write((n) => (n === 0 ? [slice(size, true)] : n === 2 ? [delimiters] : whole(n)), 4)
      expect(await check()).toMatchObject({ value: { damage: { broken: 0, empty: 1, joint: 0, disorder: 0 } } })
    }
  })

  test('M03, M19: verify calls it damaged, and import keeps it with its label', async () => {
    const from = join(at.folder, 'from')
    const to = join(at.folder, 'to')
    await mkdir(from)
    await mkdir(to)
    path = join(from, 'x.mp4')
    await write((n) => (n === 5 ? [delimiters] : whole(n)))
    const bytes = await readFile(path)
    await writeSidecar(from, 'x.mp4', sidecarFor(bytes))
    const seen: unknown[] = []
    const verified = await verifyFolder(from, ({ check, message }) => void seen.push([check, message]))
    const message = 'The video data is damaged: of 10 pictures, 1 contain no image data.'
    expect(seen).toEqual([['damaged', message]])
    expect(verified).toMatchObject({ ok: true, value: { sound: 0, damaged: 1, altered: 0 } })
    const imported = await importFolder({ from, folder: to, known: () => false, taken: new Set() })
    expect(imported).toMatchObject({ ok: true, value: { refused: [], imported: [{ name: 'x.mp4' }] } })
    expect(await readSidecar(to, 'x.mp4')).toMatchObject({ value: { file: { damaged: true }, warnings: [message] } })
  })

  test('that became no MP4 at all, unchanged since it was archived, is damaged and not imported', async () => {
    const bytes = fixture('video.mp4').subarray(0, 3_000)
    await writeFile(path, bytes)
    await writeSidecar(at.folder, 'x.mp4', sidecarFor(bytes))
    const seen: unknown[] = []
    await verifyFolder(at.folder, ({ check }) => void seen.push(check))
    expect(seen).toEqual(['damaged'])
    const imported = await importFolder({ from: at.folder, folder: at.folder, known: () => false, taken: new Set() })
    expect(imported).toMatchObject({ value: { imported: [], refused: [expect.stringContaining('x.mp4')] } })
  })
})

describe('two fields in one sample', () => {
  /** A sample entry whose parameter set says that pictures are frames alone, or may be fields. */
  const entryWith = (framesAlone: boolean): Buffer => {
    // Main profile, level 3; ids, frame numbers, order type 2, one reference, 6 × 4 macroblocks (H.264, 7.3.2.1.1).
    const bits = `${'1'}${'1'}${'011'}${'010'}${'0'}${'00110'}${'00100'}${framesAlone ? '1' : '0'}`.padEnd(
      32,
      '10000000',
    )
    const sps = Buffer.from([0x67, 77, 0, 30, ...(bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))])
    const record = Buffer.concat([
      Buffer.from([1, 77, 0, 30, 0xff, 0xe1, 0, sps.length]),
      sps,
      Buffer.from([1, 0, 4, 0x68, 0xce, 0x3c, 0x80]),
    ])
    const head = Buffer.alloc(8)
    head.writeUInt32BE(record.length + 8)
    head.write('avcC', 4, 'latin1')
    const fields = Buffer.from(videoFormat().sampleEntry.subarray(0, 86))
    fields.writeUInt32BE(fields.length + 8 + record.length)
    return Buffer.concat([fields, head, record])
  }
  const writeFields = (framesAlone: boolean, each: number) =>
    writeMp4(
      path,
      [{ ...videoFormat(), sampleEntry: entryWith(framesAlone) }],
      [[{ track: 0, samples: pictures((n) => Array.from({ length: each }, () => slice(30, n === 0))) }]],
    )

  test('are one picture where the recording may be interlaced', async () => {
    await writeFields(false, 2)
    expect(await check()).toMatchObject({ ok: true, value: { damage: null } })
  })

  test.each([
    ['three fields', false, 3],
    ['two pictures of a recording without fields', true, 2],
  ])('%s are damage', async (_, framesAlone, count) => {
    await writeFields(framesAlone, count)
    expect(await check()).toMatchObject({ ok: true, value: { damage: { joint: 10 } } })
  })
})

test.each([
  ['a boundary of a form behind a line break', '\r\n----WebKitFormBoundaryABCDEF--\r\n'],
  ['a boundary that reads like a box', '----boundary--'],
  ['zeros', '\0'.repeat(4_096)],
])('M27: %s behind a whole recording is a warning', async (_, text) => {
  await writeFile(path, Buffer.concat([fixture('video.mp4'), Buffer.from(text, 'latin1')]))
  expect(await check()).toMatchObject({
    ok: true,
    value: { damage: null, pictures: 30, warnings: [`The file has ${text.length} extra bytes after the recording.`] },
  })
})

test('M27: a fragment behind a whole recording that ends early is a failure', async () => {
  for (const type of ['moof', 'mdat', 'styp', 'sidx']) {
    await writeFile(path, fixture('ranges.m4s'))
    const head = Buffer.alloc(20)
    head.writeUInt32BE(400)
    head.write(type, 4, 'latin1')
    await appendFile(path, head)
    expect(await check(), type).toMatchObject({ ok: false, problem: { code: 'media-error' } })
  }
})

test('hostile tables end in an answer, in bounded time and memory', async () => {
  const bytes = fixture('video.mp4')
  const moov = bytes.indexOf('moov')
  const before = process.memoryUsage().rss
  const began = process.cpuUsage()
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.integer({ min: moov, max: bytes.length - 4 }), fc.constantFrom(0, 1, 255, 0x7fffffff, 0xffffffff)),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      async (changes) => {
        const hostile = Buffer.from(bytes)
        for (const [place, value] of changes) hostile.writeUInt32BE(value, place)
        await writeFile(path, hostile)
        expect(typeof (await check()).ok).toBe('boolean')
      },
    ),
    { numRuns: 400 },
  )
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1_000).toBeLessThan(15_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(400e6)
})

test('a check can be stopped while it reads', async () => {
  await write((n) => [slice(3_000_000, n === 0)])
  const stop = new AbortController()
  const running = verifyMp4({ path, expectedBytes: null, announcedMs: null, signal: stop.signal })
  setTimeout(() => stop.abort(), 2)
  expect(await running).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
})
