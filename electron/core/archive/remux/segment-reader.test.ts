import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../replay/testing/media-fixtures.ts'
import { readAnyPackets } from './any-packets.ts'
import { readFragmentPackets, readFragmentTrack } from './fragment-packets.ts'
import type { Packet } from './packets.ts'
import { createSegmentReader } from './segment-reader.ts'
import { ffmpeg, hasFfmpeg } from './testing/export-harness.ts'
import { readTsPackets } from './ts-packets.ts'

const plain = (packets: Packet[]) =>
  packets.map(({ data, key, at }) => [Buffer.from(data).toString('base64'), key, Math.round(at * 90_000)])

const mediabunny = async (bytes: Buffer): Promise<Packet[]> => {
  const [track, ...more] = await readAnyPackets(bytes)
  if (!track || more.length > 0) throw new Error('not one track')
  return track.packets
}

/** Init section and fragments of the fixture. */
const fragments = () => {
  const whole = fixture('ranges.m4s')
  const ranges = [
    ...fixture('ranges.m3u8')
      .toString()
      .matchAll(/(\d+)@(\d+)/g),
  ].map((m) => [Number(m[1]), Number(m[2])])
  const [init = Buffer.alloc(0), ...parts] = ranges.map(([length = 0, offset = 0]) =>
    whole.subarray(offset, offset + length),
  )
  return { init, parts }
}

describe('the quick readers agree with mediabunny', () => {
  it.each(['clear-0', 'clear-1', 'clear-2', 'other-size'])('transport stream %s', async (name) => {
    const body = fixture(`${name}.mpegts`)
    const quick = readTsPackets(body)
    expect(quick && plain(quick.packets)).toEqual(plain(await mediabunny(body)))
  })

  it('P15: fragments', async () => {
    const { init, parts } = fragments()
    const track = readFragmentTrack(init)
    if (!track) throw new Error('no track')
    for (const part of parts) {
      const quick = readFragmentPackets(part, track)
      expect(quick && plain(quick)).toEqual(plain(await mediabunny(Buffer.concat([init, part]))))
    }
  })
})

describe('damage', () => {
  it('whatever is changed in a segment, the quick readers answer or decline, and never throw', () => {
    const body = fixture('clear-0.mpegts')
    const { init, parts } = fragments()
    const track = readFragmentTrack(init)
    if (!track) throw new Error('no track')
    const damage = fc.array(fc.tuple(fc.nat(4_000), fc.nat(255)), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(damage, fc.nat(6_000), (changes, length) => {
        for (const source of [body, parts[0] as Buffer]) {
          const broken = Buffer.from(source.subarray(0, Math.max(1, source.length - length)))
          for (const [at, value] of changes) broken[at % broken.length] = value
          const read = source === body ? readTsPackets(broken)?.packets : readFragmentPackets(broken, track)
          for (const packet of read ?? []) expect(Number.isFinite(packet.at)).toBe(true)
        }
        return true
      }),
      { numRuns: 300 },
    )
  })

  it('an init section cut anywhere is declined, not thrown at', () => {
    const { init } = fragments()
    for (let length = 0; length < init.length; length++) {
      const track = readFragmentTrack(init.subarray(0, length))
      expect(track === null || track.timescale > 0).toBe(true)
    }
  })

  it('P09: tables alone are a segment without media', async () => {
    expect(await createSegmentReader()(fixture('clear-0.mpegts').subarray(0, 564), null)).toEqual([])
    expect(await createSegmentReader()(Buffer.alloc(0), null)).toEqual([])
  })
})

describe.skipIf(!hasFfmpeg)('made by ffmpeg', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'segments-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=96x54:r=10:d=6', '-c:v', 'libx264', '-pix_fmt', 'yuv420p']
  const open = ['-bf', '3', '-x264-params', 'open-gop=1:keyint=20:min-keyint=20:scenecut=0']

  it('P16: B pictures and open groups are read alike', async () => {
    ffmpeg(...picture, ...open, '-f', 'mpegts', join(folder, 'open.ts'))
    const body = readFileSync(join(folder, 'open.ts'))
    const quick = readTsPackets(body)
    expect(quick && plain(quick.packets)).toEqual(plain(await mediabunny(body)))
    expect(quick?.packets.filter(({ key }) => key).length).toBeGreaterThan(1)
  })

  it('P16: B pictures in fragments, with negative offsets', async () => {
    const flags = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets']
    ffmpeg(...picture, '-bf', '3', '-g', '20', ...flags, join(folder, 'b.mp4'))
    const whole = readFileSync(join(folder, 'b.mp4'))
    const cut = whole.indexOf('moof') - 4
    const track = readFragmentTrack(whole.subarray(0, cut))
    const quick = track && readFragmentPackets(whole.subarray(cut), track)
    const there = await mediabunny(whole)
    expect(quick?.map(({ data }) => data.length)).toEqual(there.map(({ data }) => data.length))
    const shift = (there[0]?.at ?? 0) - (quick?.[0]?.at ?? 0)
    for (const [n, { at }] of (quick ?? []).entries()) expect(at + shift).toBeCloseTo(there[n]?.at ?? Number.NaN, 5)
  })

  it('a stream with sound is read by mediabunny, both tracks', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=d=2', '-c:a', 'aac', '-t', '2']
    ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=96x54:r=10:d=2',
      ...sound,
      '-c:v',
      'libx264',
      '-f',
      'mpegts',
      join(folder, 'av.ts'),
    )
    const body = readFileSync(join(folder, 'av.ts'))
    expect(readTsPackets(body)).toBeNull()
    const tracks = await createSegmentReader()(body, null)
    expect(tracks.map(({ kind, codec }) => `${kind} ${codec}`).sort()).toEqual(['audio aac', 'video avc'])
    expect(readdirSync(folder)).toContain('av.ts')
  })
})
