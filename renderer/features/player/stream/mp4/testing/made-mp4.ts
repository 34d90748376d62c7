/** Boxes of ISO/IEC 14496-12 as plain numbers. */
export const u32 = (...values: number[]): number[] =>
  values.flatMap((value) => [24, 16, 8, 0].map((by) => (value >>> by) & 255))
const u16 = (value: number): number[] => [value >> 8, value & 255]
const text = (word: string): number[] => [...word].map((letter) => letter.charCodeAt(0))
export const box = (type: string, ...content: number[][]): number[] => {
  const body = content.flat()
  return [...u32(8 + body.length), ...text(type), ...body]
}

const trak = (id: number, handler: string, timescale: number, entry: number[]): number[] =>
  box(
    'trak',
    box('tkhd', u32(0, 0, 0, id)),
    box(
      'mdia',
      box('mdhd', u32(0, 0, 0, timescale)),
      box('hdlr', u32(0, 0), text(handler)),
      box('minf', box('stbl', box('stsd', u32(0, 1), entry))),
    ),
  )

/** An AAC entry whose AudioSpecificConfig says `objectType`. */
const mp4a = (channels: number, rate: number, objectType: number): number[] =>
  box(
    'mp4a',
    u32(0, 1, 0, 0),
    u16(channels),
    u16(16),
    u32(0),
    u16(rate),
    u16(0),
    box('esds', u32(0), [3, 25, 0, 0, 0], [4, 17, 0x40, 0x15, ...u32(0, 0), 0, 0, 0], [5, 2, objectType << 3, 0]),
  )

/** Pictures as track 1 at 1,000 ticks a second, sound as track 2. */
export const initOf = (sound: { channels: number; rate: number; objectType: number }): Uint8Array =>
  Uint8Array.from(
    box(
      'moov',
      trak(1, 'vide', 1_000, box('avc1')),
      trak(2, 'soun', sound.rate, mp4a(sound.channels, sound.rate, sound.objectType)),
    ),
  )

/** One fragment: a run a track, its samples with duration and size, all data one after the other. */
export const fragmentOf = (runs: { track: number; at: number; samples: [duration: number, size: number][] }[]) => {
  const sizes = runs.map(({ samples }) => samples.reduce((sum, [, size]) => sum + size, 0))
  const moof = (first: number) =>
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      ...runs.map(({ track, at, samples }, i) => {
        const offset = first + sizes.slice(0, i).reduce((sum, size) => sum + size, 0)
        return box(
          'traf',
          box('tfhd', u32(0x020000, track)),
          box('tfdt', u32(0, at)),
          box('trun', u32(0x301, samples.length, offset), ...samples.map((sample) => u32(...sample))),
        )
      }),
    )
  const data = Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, i) => i & 255)
  return Uint8Array.from([...moof(moof(0).length + 8), ...box('mdat', data)])
}
