import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyMp4 } from '../../../files/verify/verify-mp4.ts'
import { readSmallInputs } from './small-inputs.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Sample = { data: Uint8Array; key: boolean; at: number }

/** A file of a committed input's pictures after `change`, written by another muxer than the export's. */
const fileOf = async (change: (samples: Sample[]) => Sample[]): Promise<string> => {
  const fragments = readSmallInputs().find(({ title }) => title.startsWith('M16'))
  if (!fragments) throw new Error('no fragments among the committed inputs')
  const { files } = await fragments.make()
  const names = [...files.keys()].sort()
  const source = new BufferSource(Buffer.concat(names.map((name) => files.get(name) as Buffer)))
  const input = new Input({ formats: [MP4], source })
  const track = await input.getPrimaryVideoTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('no pictures')
  const samples: Sample[] = []
  for await (const { data, type, timestamp } of new EncodedPacketSink(track).packets())
    samples.push({ data, key: type === 'key', at: timestamp })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const packets = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(packets)
  await output.start()
  for (const { data, key, at } of change(samples))
    await packets.add(new EncodedPacket(data, key ? 'key' : 'delta', at, 0.1), { decoderConfig })
  await output.finalize()
  const path = join(folder, `${crypto.randomUUID()}.mp4`)
  await writeFile(path, Buffer.from(target.buffer as ArrayBuffer))
  return path
}

const DELIMITER_AND_SEI = Buffer.from([0, 0, 0, 2, 9, 0xf0, 0, 0, 0, 7, 6, 4, 3, 1, 2, 3, 0x80])

const damages: Record<string, (samples: Sample[]) => Sample[]> = {
  'M03: samples of two pictures': (samples) =>
    samples.flatMap((sample, i) => {
      const next = samples[i + 1]
      if (sample.key || !next || next.key) return [sample]
      const after = samples.findLastIndex(({ key }, k) => key && k <= i)
      if ((i - after) % 2 === 0) return []
      return [{ ...sample, data: Buffer.concat([sample.data, next.data]) }]
    }),
  'M19: samples without a picture': (samples) =>
    samples.flatMap((sample, i) =>
      i % 10 === 9 ? [sample, { data: DELIMITER_AND_SEI, key: false, at: sample.at + 0.01 }] : [sample],
    ),
  'M33: bytes that came twice inside samples': (samples) =>
    samples.map((sample) => {
      if (sample.data.length < 400) return sample
      const { data } = sample
      return { ...sample, data: Buffer.concat([data.subarray(0, 200), data.subarray(16, 200), data.subarray(200)]) }
    }),
}

const check = (path: string) => verifyMp4({ path, expectedBytes: null, announcedMs: null })

it('a file of whole pictures is sound', async () => {
  expect(await check(await fileOf((samples) => samples))).toMatchObject({ ok: true, value: { warnings: [] } })
})

it.for(Object.entries(damages))('%s: the file is not called sound', async ([, damage]) => {
  const checked = await check(await fileOf(damage))
  expect(checked.ok && checked.value.warnings.length === 0).toBe(false)
})
