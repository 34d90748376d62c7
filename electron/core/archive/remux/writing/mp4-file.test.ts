import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sample, TrackSamples } from '../media-samples.ts'
import { hasFfmpeg } from '../testing/export-harness.ts'
import { createMp4File, emptyState } from './mp4-file.ts'
import { sampleOf, slice, soundFormat, videoFormat, writeFile } from './testing/tracks.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mp4-file-'))
  path = join(folder, 'x.mp4')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Seen = { pts: number; bytes: number; key: boolean; data: Buffer }

/** The file as mediabunny reads it, times in ticks. */
const readBack = async (scales: Record<string, number>): Promise<Record<string, Seen[]>> => {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
  try {
    const out: Record<string, Seen[]> = {}
    for (const track of await input.getTracks()) {
      const seen: Seen[] = []
      for await (const packet of new EncodedPacketSink(track).packets()) {
        const ticks = Math.round(packet.timestamp * (scales[track.type] ?? 1))
        seen.push({ pts: ticks, bytes: packet.byteLength, key: packet.type === 'key', data: Buffer.from(packet.data) })
      }
      out[track.type] = seen
    }
    return out
  } finally {
    input.dispose()
  }
}

type Packet = { pts: number; dts: number; size: number; flags: string }

/** The packets of one stream as ffprobe reads them, without edit lists where `raw`. */
const ffprobe = (stream: string): Packet[] => {
  const { stdout } = spawnSync(
    'ffprobe',
    ['-v', 'quiet', '-select_streams', stream, '-show_entries', 'packet=pts,dts,size,flags', '-of', 'json', path],
    { encoding: 'utf8', maxBuffer: 1e8 },
  )
  return (JSON.parse(stdout).packets as Record<string, string>[]).map((p) => ({
    pts: Number(p.pts),
    dts: Number(p.dts),
    size: Number(p.size),
    flags: p.flags ?? '',
  }))
}

/** Pictures with B-frames: decode times −2, −1, 0 … and presentation times 0, 3, 1, 2 … in steps. */
const reordered = (count: number, step: number): Sample[] =>
  Array.from({ length: count }, (_, n) => {
    const group = Math.floor((n - 1) / 3)
    const inside = (n - 1) % 3
    const shown = n === 0 ? 0 : group * 3 + 1 + ([2, 0, 1][inside] ?? 0)
    return sampleOf({ dts: (n - 2) * step, pts: shown * step, key: n === 0, data: [slice(20 + (n % 7), n === 0)] })
  })

const anySamples = fc
  .array(
    fc.record({
      step: fc.oneof(fc.integer({ min: 0, max: 9_000 }), fc.constant(3_003), fc.constant(400_000_000)),
      shift: fc.integer({ min: 0, max: 40_000 }),
      size: fc.integer({ min: 8, max: 400 }),
      key: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .chain((rows) => fc.tuple(fc.constant(rows), fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 20 })))
  .map(([rows, early, perStep]) => {
    let dts = -early
    const samples = rows.map((row, n) => {
      if (n > 0) dts += row.step
      const key = row.key || n === 0
      return sampleOf({ dts, pts: Math.max(0, dts + row.shift), key, data: [slice(row.size, key)] })
    })
    return { samples, perStep }
  })

const steps = (samples: Sample[], perStep: number, track = 0): TrackSamples[][] => {
  const out: TrackSamples[][] = []
  for (let at = 0; at < samples.length; at += perStep) out.push([{ track, samples: samples.slice(at, at + perStep) }])
  return out
}

describe('what is written', () => {
  it('is read back identically, whatever the times, sizes and keys', async () => {
    await fc.assert(
      fc.asyncProperty(anySamples, async ({ samples, perStep }) => {
        rmSync(path, { force: true })
        await writeFile(path, [videoFormat()], steps(samples, perStep))
        const seen = (await readBack({ video: 90_000 })).video ?? []
        expect(seen.map(({ pts }) => pts)).toEqual(samples.map(({ pts }) => pts))
        expect(seen.map(({ key }) => key)).toEqual(samples.map(({ key }) => key))
        expect(seen.every(({ data }, n) => data.equals(Buffer.concat(samples[n]?.data ?? [])))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it.skipIf(!hasFfmpeg)(
    'M01: B-frames and sparse pictures stand at their times for ffprobe, tick by tick',
    async () => {
      const samples = reordered(31, 45_000)
      await writeFile(path, [videoFormat()], steps(samples, 7))
      const seen = ffprobe('v')
      expect(seen.map(({ pts, dts, size }) => ({ pts, dts, size }))).toEqual(
        samples.map(({ pts, dts, bytes }) => ({ pts, dts, size: bytes })),
      )
      expect(seen.map(({ flags }) => flags.includes('K'))).toEqual(samples.map(({ key }) => key))
    },
  )

  it('has one track beside the other where sound begins later, and both at their times', async () => {
    const video = reordered(16, 9_000)
    const sound = Array.from({ length: 50 }, (_, n) =>
      sampleOf({ dts: 24_000 + n * 1_024, data: [Buffer.alloc(9, n)] }),
    )
    await writeFile(
      path,
      [videoFormat(), soundFormat()],
      [
        [
          { track: 0, samples: video },
          { track: 1, samples: sound },
        ],
      ],
    )
    const seen = await readBack({ video: 90_000, audio: 48_000 })
    expect(seen.video?.map(({ pts }) => pts)).toEqual(video.map(({ pts }) => pts))
    expect(seen.audio?.map(({ pts }) => pts)).toEqual(sound.map(({ pts }) => pts))
    if (hasFfmpeg) expect(ffprobe('a').map(({ pts }) => pts)).toEqual(sound.map(({ pts }) => pts))
  })

  it('keeps sound that begins before the first picture at its distance', async () => {
    const video = Array.from({ length: 5 }, (_, n) => sampleOf({ dts: n * 9_000 }))
    const sound = Array.from({ length: 20 }, (_, n) => sampleOf({ dts: (n - 2) * 1_024, data: [Buffer.alloc(9, n)] }))
    await writeFile(
      path,
      [videoFormat(), soundFormat()],
      [
        [
          { track: 0, samples: video },
          { track: 1, samples: sound },
        ],
      ],
    )
    const seen = await readBack({ video: 90_000, audio: 48_000 })
    expect(seen.audio?.map(({ pts }) => pts)).toEqual(sound.map(({ pts }) => pts))
  })

  it('M16: keeps the matrix of a turned picture', async () => {
    const matrix = Buffer.alloc(36)
    for (const [at, value] of [
      [1, 0x10000],
      [3, -0x10000],
      [8, 0x40000000],
    ] as const)
      matrix.writeInt32BE(value, at * 4)
    await writeFile(path, [{ ...videoFormat(), matrix }], [[{ track: 0, samples: reordered(4, 9_000) }]])
    const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
    expect(await (await input.getPrimaryVideoTrack())?.getRotation()).toBe(90)
    input.dispose()
  })

  it('says in the table of offsets that some are negative, where pictures are shown before their decode time', async () => {
    const samples = [0, 1, 2, 3].map((n) =>
      sampleOf({ dts: n * 9_000 + (n > 1 ? 500 : 0), pts: n * 9_000, key: n === 0 }),
    )
    await writeFile(path, [videoFormat()], [[{ track: 0, samples }]])
    const bytes = readFileSync(path)
    expect(bytes[bytes.indexOf('ctts') + 4]).toBe(1) // version, ISO 14496-12, 8.6.1.3
    expect((await readBack({ video: 90_000 })).video?.map(({ pts }) => pts)).toEqual(samples.map(({ pts }) => pts))
    await rm(path)
    await writeFile(path, [videoFormat()], [[{ track: 0, samples: reordered(4, 9_000) }]])
    const positive = readFileSync(path)
    expect(positive[positive.indexOf('ctts') + 4]).toBe(0)
  })

  it('is the same bytes every time', async () => {
    const files = []
    for (const name of ['a.mp4', 'b.mp4']) {
      await writeFile(join(folder, name), [videoFormat()], steps(reordered(40, 3_003), 9))
      files.push(readFileSync(join(folder, name)))
    }
    expect(files[0]?.equals(files[1] as Buffer)).toBe(true)
  })

  it('has no table of key pictures when all are, and no edits when nothing is shifted', async () => {
    await writeFile(
      path,
      [videoFormat()],
      [[{ track: 0, samples: [0, 1, 2].map((n) => sampleOf({ dts: n * 9_000 })) }]],
    )
    const text = readFileSync(path).toString('latin1')
    expect(['stss', 'ctts', 'edts'].filter((type) => text.includes(type))).toEqual([])
  })
})

it('has 64-bit places and sizes where the file is larger than 4 GiB', async () => {
  // A sparse file of that size: bytes of the media are not written, places are what is looked at.
  const written: { at: number; bytes: Buffer }[] = []
  const file = {
    size: async () => 0,
    write: async (buffers: Uint8Array[], at: number) => void written.push({ at, bytes: Buffer.concat(buffers) }),
    writeNow: () => true,
    truncate: async () => {},
    sync: async () => {},
    probe: async () => null,
    needs: async () => {},
    close: async () => {},
  }
  const state = { ...emptyState(), end: 2 ** 32 + 1_000 }
  const mp4 = await createMp4File(file, state)
  mp4.begin([videoFormat()])
  await mp4.add([{ track: 0, samples: reordered(4, 9_000) }])
  const size = await mp4.finish()
  const moov = written.at(-2)
  const header = written.at(-1)
  expect(size).toBeGreaterThan(2 ** 32)
  expect(moov?.bytes.toString('latin1')).toContain('co64')
  expect(header?.bytes.readUInt32BE(0)).toBe(1)
  expect(header?.at).toBe(32)
  expect(Number(header?.bytes.readBigUInt64BE(8))).toBe((moov?.at ?? 0) - 32)
})

it.each([
  ['goes back in decode order', { dts: -1 }, 'order'],
  ['is shown more than 2^31 ticks after it is decoded', { dts: 10, pts: 2 ** 31 + 10 }, 'offset'],
  ['has a time that is no whole number', { dts: 0.5 }, 'numbers'],
])('refuses a sample that %s instead of moving it', async (_, bad, why) => {
  await expect(
    writeFile(path, [videoFormat()], [[{ track: 0, samples: [sampleOf({ dts: 0 }), sampleOf(bad)] }]]),
  ).rejects.toThrow(JSON.stringify({ track: 0, sample: 1, why }))
})
