import { open } from 'node:fs/promises'
import { fixture } from '../../../../media/testing/media-fixtures.ts'
import { openPart } from '../../../transfer/part-file.ts'
import type { Sample, TrackFormat, TrackSamples } from '../../media-samples.ts'
import { box, fullBox, u16, u32 } from '../box-bytes.ts'
import { createMp4File, emptyState } from '../mp4-file.ts'

/** The entry of `stsd` in a file of the fixtures: real parameter sets. */
const avcEntry = (): Buffer => {
  const bytes = fixture('video.mp4')
  const at = bytes.indexOf('avc1', bytes.indexOf('stsd')) - 4
  return Buffer.from(bytes.subarray(at, at + bytes.readUInt32BE(at)))
}

/** AAC-LC, mono, 48 kHz (ISO 14496-3, 1.6.2.1), in the descriptors of ISO 14496-1, 7.2.6. */
const aacEntry = (): Buffer => {
  const config = Buffer.from([0x05, 2, 0x11, 0x88])
  const decoder = Buffer.concat([Buffer.from([0x04, 13 + config.length, 0x40, 0x15, 0, 0, 0]), u32(0, 0), config])
  const es = Buffer.concat([Buffer.from([0x03, 3 + decoder.length + 3, 0, 1, 0]), decoder, Buffer.from([0x06, 1, 2])])
  return box('mp4a', u32(0), u16(0, 1), u32(0, 0), u16(1, 16, 0, 0), u32(48_000 * 65_536), fullBox('esds', 0, 0, es))
}

export const videoFormat = (timescale = 90_000): TrackFormat => ({
  kind: 'video',
  codec: 'avc1.64000a',
  timescale,
  sampleEntry: avcEntry(),
  width: 96,
  height: 54,
  matrix: null,
})
export const soundFormat = (timescale = 48_000): TrackFormat => ({
  kind: 'audio',
  codec: 'mp4a.40.2',
  timescale,
  sampleEntry: aacEntry(),
  width: 0,
  height: 0,
  matrix: null,
})

/** A unit of a slice of `size` bytes with its length in front; `key` an IDR picture. */
export const slice = (size: number, key: boolean): Buffer => {
  const data = Buffer.alloc(size, 0x55)
  data.writeUInt32BE(size - 4)
  data[4] = key ? 0x65 : 0x41
  data[5] = 0x88
  return data
}

export const sampleOf = (some: Partial<Sample> & { dts: number }): Sample => {
  const key = some.key ?? true
  const data = some.data ?? [slice(20, key)]
  const bytes = data.reduce((sum, part) => sum + part.length, 0)
  return { data, bytes, pts: some.dts, duration: 0, key, ...some }
}

/** Writes steps of samples into a new file and finishes it; answers its size. */
export const writeFile = async (path: string, formats: TrackFormat[], steps: TrackSamples[][]): Promise<number> => {
  await (await open(path, 'wx')).close()
  const file = await createMp4File(await openPart(path, () => null), emptyState())
  try {
    file.begin(formats)
    for (const step of steps) {
      const refused = await file.add(step)
      if (refused) throw new Error(JSON.stringify(refused))
    }
    return await file.finish()
  } finally {
    await file.close()
  }
}

/** Ten pictures of segment `at`, with sizes of their own; 40 kB or so. */
export const madeSegment = (at: number): Sample[] =>
  Array.from({ length: 10 }, (_, n) => {
    const data = slice(2_000 + ((at * 10 + n) % 97) * 40, n === 0)
    data.fill(at * 10 + n, 6)
    return sampleOf({ dts: (at * 10 + n) * 9_000, duration: 9_000, key: n === 0, data: [data] })
  })
