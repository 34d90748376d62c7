import { combinations } from './combinations.ts'
import type { Picture } from './decode.ts'
import * as lists from './lists.ts'
import { type Encoding, FRAGMENTS, HLS, type Made, type MediaKit, SINE } from './media-kit.ts'
import { turned, withEverySampleSync, withLongOffsets, withTwoMediaBoxes } from './mp4-edit.ts'
import * as unusual from './unusual-streams.ts'

/**
 * What is right for one input, by what went into it: never by what this program makes of it.
 * - whole: every picture, exit 0, no warning
 * - reported: every picture that can be shown, and a warning
 * - partial: ends as incomplete; with `acceptPartial` what is there, reported
 * - refused: no file, by a code
 */
type Outcome = 'whole' | 'reported' | 'partial' | 'refused'
type Sound = { fromS: number; toS: number; orReported?: boolean }

export type MediaInput = {
  /** Id of the case, or the kind, and what is unusual. */
  title: string
  make: unusual.Make
  /** Pictures and their times in seconds from where the recording begins. */
  right: Picture[] | ((kit: MediaKit) => Promise<Picture[]>)
  /** Where the last picture ends. */
  lengthS: number
  outcome: Outcome
  /** `plays`: shows the right picture and reaches the end; `cause`: says why not; `either`: one of both. */
  player: 'plays' | 'cause' | 'either'
  sound?: Sound
  /** What the problem's `details` say of a refusal. */
  refusal?: string
  /** Seconds by which a time may differ: 1 ms where the clock of the input says it. */
  toleranceS?: number
  /** ffmpeg reads this input wrongly, so that its decode is no witness. */
  ffmpegErrs?: boolean
  /** Pictures that the player is asked for besides those of each input: places in `right`. */
  sought?: number[]
  /** Width, height and aspect of a pixel as a player shows them. */
  shown?: { turn?: 90; pixelAspect?: number }
}

const BASE: Encoding = { frames: 300, fps: 10, extra: ['-b:v', '400k'] }
const HALF: Encoding = { frames: 300, fps: 10, bFrames: 0, group: 25 }
const LOW: Encoding = { frames: 120, fps: 2 }
const SHORT: Encoding = { frames: 100, fps: 10 }
const PLAIN: Encoding = { frames: 100, fps: 10, bFrames: 0 }
const OPEN: Encoding = { frames: 300, fps: 10, extra: ['-x264-params', 'open-gop=1:keyint=20:min-keyint=20'] }
const LAST = unusual.cutShort({ ...BASE, group: 20 }, 14)
const MIDDLE = unusual.cutShort({ ...BASE, group: 20 }, 7)
const TWO = ['-hls_time', '2']
const AAC = ['-c:a', 'aac']

/** Pictures `from`..`to` of a stream of `fps`, shown from `at` on. */
const run = (from: number, to: number, fps: number, at = from / fps): Picture[] =>
  Array.from({ length: to - from }, (_, i) => ({ number: from + i, at: at + i / fps }))
const whole = ({ frames, fps }: Encoding) => ({ right: run(0, frames, fps), lengthS: frames / fps })
const holed = [...run(0, 140, 10), ...run(160, 300, 10)]

const row = (title: string, make: unusual.Make, rest: Partial<MediaInput> & Pick<MediaInput, 'right' | 'lengthS'>) =>
  ({ title, make, outcome: 'whole', player: 'plays', ...rest }) satisfies MediaInput
const mp4 =
  (args: (path: string) => string[], edit: (bytes: Buffer) => Buffer = (bytes) => bytes): unusual.Make =>
  async (kit) =>
    ({ mp4: edit(await kit.file(args(await kit.encode(SHORT)))) }) satisfies Made

/** When the pictures of an uneven recording are shown: two gaps, and a third picture a little late each time. */
const uneven = (n: number) => n / 10 + (n % 3 === 2 ? 0.04 : 0) + (n >= 40 ? 7 : 0) + (n >= 80 ? 3.35 : 0)
const UNEVEN = {
  right: run(0, 100, 10).map(({ number }) => ({ number, at: uneven(number) })),
  lengthS: uneven(99) + 0.1,
}

export const inputs: MediaInput[] = [
  row('M01: 2 pictures/s, B-frames, AAC, TS', unusual.withSound(LOW, 60, AAC, [...HLS, '-hls_time', '10']), {
    ...whole(LOW),
    sound: { fromS: 0, toS: 60 },
  }),
  row(
    'K1: 2 pictures/s, sound half a second ahead in each segment',
    unusual.withSound(LOW, 60, AAC, [...HLS, '-hls_time', '10'], ['-itsoffset', '0.5']),
    { right: run(0, 120, 2, 0.5), lengthS: 60.5, sound: { fromS: 0, toS: 60 } },
  ),
  row('M03: two pictures in one PES', unusual.writtenBy(BASE, unusual.sharedPes(2)), {
    ...whole(BASE),
    toleranceS: 0.05,
  }),
  row('K2: three pictures in one PES', unusual.writtenBy(BASE, unusual.sharedPes(3)), {
    ...whole(BASE),
    toleranceS: 0.05,
  }),
  row('K2: one picture in two PES', unusual.written(BASE, unusual.splitPes), whole(BASE)),
  row('M05: cut in 15 equal parts inside pictures', unusual.recut(BASE, 15, 188), whole(BASE)),
  row('K3: cut in 60 equal parts inside pictures', unusual.recut(BASE, 60, 188), whole(BASE)),
  row('M07: cut in 15 equal parts inside packets', unusual.recut(BASE, 15, 1), whole(BASE)),
  row('K3: cut in 70 equal parts inside packets', unusual.recut(BASE, 70, 1), whole(BASE)),
  row(
    'M09: a segment of noise among TS',
    lists.changed(
      unusual.copied(BASE, ...HLS, ...TWO),
      lists.withFile('s0007.ts', () => unusual.noise(40_000)),
    ),
    { right: holed, lengthS: 30, outcome: 'partial', player: 'either' },
  ),
  row(
    'M09: a segment of noise among fMP4',
    lists.changed(
      unusual.copied(BASE, ...FRAGMENTS, ...TWO),
      lists.withFile('s0007.m4s', () => unusual.noise(40_000)),
    ),
    { right: holed, lengthS: 30, outcome: 'partial', player: 'either', ffmpegErrs: true },
  ),
  row(
    'K4: a segment of zeros among TS',
    lists.changed(
      unusual.copied(BASE, ...HLS, ...TWO),
      lists.withFile('s0007.ts', () => Buffer.alloc(40_000)),
    ),
    { right: holed, lengthS: 30, outcome: 'partial', player: 'either' },
  ),
  row(
    'P09: a segment of tables alone',
    lists.changed(unusual.copied(BASE, ...HLS, ...TWO), lists.withFile('s0007.ts', unusual.tablesAlone)),
    { right: holed, lengthS: 30, outcome: 'reported', player: 'either' },
  ),
  row(
    'M11: every sample flagged as sync, B-frames',
    lists.changed(unusual.copied(BASE, ...FRAGMENTS, ...TWO), lists.withFiles(withEverySampleSync)),
    whole(BASE),
  ),
  row('M12: the last fMP4 segment cut short', LAST.make, {
    right: LAST.right,
    lengthS: 30,
    outcome: 'partial',
    player: 'either',
  }),
  row('K6: a fMP4 segment in the middle cut short', MIDDLE.make, {
    right: MIDDLE.right,
    lengthS: 30,
    outcome: 'partial',
    player: 'either',
    ffmpegErrs: true,
  }),
  row('M14: Opus in TS', unusual.withSound(BASE, 30, ['-c:a', 'libopus'], [...HLS, ...TWO]), {
    ...whole(BASE),
    sound: { fromS: 0, toS: 30, orReported: true },
  }),
  row('K7: sound in a list of its own', unusual.soundApart(SHORT), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 10, orReported: true },
  }),
  row(
    'M16: turned by 90° in the init section',
    lists.changed(unusual.copied(BASE, ...FRAGMENTS, ...TWO), lists.withFile('i.mp4', turned)),
    { ...whole(BASE), shown: { turn: 90 } },
  ),
  row(
    'M17: EXTINF rounded to whole seconds',
    lists.changed(
      unusual.copied(HALF, ...HLS, '-hls_time', '2.5'),
      lists.withLengths((said) => String(Math.round(said))),
    ),
    whole(HALF),
  ),
  row(
    'K9: EXTINF half as long as the media',
    lists.changed(
      unusual.copied(BASE, ...HLS, ...TWO),
      lists.withLengths((said) => (said / 2).toFixed(3)),
    ),
    whole(BASE),
  ),
  row(
    'K9: EXTINF twice as long as the media, fMP4',
    lists.changed(
      unusual.copied(BASE, ...FRAGMENTS, ...TWO),
      lists.withLengths((said) => (said * 2).toFixed(3)),
    ),
    whole(BASE),
  ),
  row('M19: PES without a picture', unusual.written(BASE, unusual.emptyPes), { ...whole(BASE), ffmpegErrs: true }),
  row('M20: open groups with recovery points', unusual.copied(OPEN, ...HLS, ...TWO), whole(OPEN)),
  row('P16: open groups as fMP4', unusual.copied(OPEN, ...FRAGMENTS, ...TWO), whole(OPEN)),
  row(
    'M22: sound from 0, pictures from 6 s',
    unusual.withSound({ frames: 80, fps: 10 }, 14, AAC, [...HLS, '-hls_time', '60'], ['-itsoffset', '6']),
    { right: run(0, 80, 10, 6), lengthS: 14, sound: { fromS: 0, toS: 14 } },
  ),
  row('M23: sound alone, then pictures behind a discontinuity', unusual.soundThenPictures({ frames: 60, fps: 10 }, 4), {
    right: run(0, 60, 10, 4),
    lengthS: 10,
    player: 'either',
    sound: { fromS: 0, toS: 4, orReported: true },
    ffmpegErrs: true,
  }),
  row('M24: two programs, the first of sound', unusual.written(BASE, { soundProgramFirst: true }), whole(BASE)),
  row('K14: packets of 192 bytes', lists.changed(unusual.written(SHORT), lists.withFiles(unusual.padded(4, 0))), {
    ...whole(SHORT),
    player: 'either',
  }),
  row('K14: packets of 204 bytes', lists.changed(unusual.written(SHORT), lists.withFiles(unusual.padded(0, 16))), {
    ...whole(SHORT),
    player: 'either',
  }),
  row(
    'K14: 100 bytes in front of the first packet',
    lists.changed(
      unusual.written(SHORT),
      lists.withFile('s0000.ts', (bytes) => Buffer.concat([Buffer.alloc(100), bytes])),
    ),
    { ...whole(SHORT), player: 'either' },
  ),
  row('K14: time stamps on every second picture', unusual.written(PLAIN, unusual.rareStamps), {
    ...whole(PLAIN),
    toleranceS: 0.002,
  }),
  row(
    'M27: text behind a MP4',
    mp4(
      (path) => ['-i', path, '-c', 'copy', '-movflags', 'faststart'],
      (bytes) => Buffer.concat([bytes, Buffer.from('\r\n----WebKitFormBoundaryABCDEF--\r\n')]),
    ),
    { ...whole(SHORT), outcome: 'reported' },
  ),
  row(
    'M28: MPEG-2 in TS',
    unusual.fromCodec({ frames: 100, fps: 10, codec: ['-c:v', 'mpeg2video'], extra: ['-b:v', '1M'] }),
    { right: [], lengthS: 10, outcome: 'refused', refusal: 'codec', player: 'cause', ffmpegErrs: true },
  ),
  row(
    'M29: HEVC in TS',
    unusual.copied(
      {
        frames: 100,
        fps: 10,
        codec: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:pools=1'],
      },
      ...HLS,
      ...TWO,
    ),
    { ...whole(SHORT), player: 'either' },
  ),
  row('M30: B-frames at 10 pictures/s', unusual.copied(BASE, ...HLS, ...TWO), whole(BASE)),
  row('M30: B-frames at 2 pictures/s', unusual.copied(LOW, ...HLS, '-hls_time', '10'), whole(LOW)),
  row('M32: no picture that decoding may begin with', lists.changed(unusual.withoutRecovery(OPEN), lists.from(4)), {
    right: [],
    lengthS: 22,
    outcome: 'refused',
    player: 'cause',
    ffmpegErrs: true,
  }),
  row('M33: each third packet twice', unusual.written(BASE, unusual.repeatedPackets), {
    ...whole(BASE),
    player: 'either',
    ffmpegErrs: true,
  }),

  row('other: uneven times with gaps', unusual.written(PLAIN, {}, unusual.timed(uneven)), UNEVEN),
  // Both gaps lie between two segments.
  row('other: uneven times, sought beside the gaps', unusual.written(PLAIN, {}, unusual.timed(uneven)), {
    ...UNEVEN,
    sought: [39, 40, 79, 80],
  }),
  row('other: a clock that begins at an hour', unusual.written(SHORT, { offsetS: 3_600 }), whole(SHORT)),
  row('other: one picture', unusual.written({ frames: 1, fps: 10 }), { right: run(0, 1, 10), lengthS: 0.1 }),
  row('other: a clock of 33 bits that wraps', unusual.written(BASE, { offsetS: 2 ** 33 / 90_000 - 11 }), whole(BASE)),
  row('other: a clock that starts over with each segment', unusual.resetting(SHORT, true), whole(SHORT)),
  row('other: the same without EXT-X-DISCONTINUITY', unusual.resetting(SHORT, false), {
    ...whole(SHORT),
    player: 'either',
    ffmpegErrs: true,
  }),
  row(
    'other: chunk offsets of 64 bits',
    mp4((path) => ['-i', path, '-c', 'copy'], withLongOffsets),
    whole(SHORT),
  ),
  row(
    'other: several mdat',
    mp4((path) => ['-i', path, '-c', 'copy'], withTwoMediaBoxes),
    whole(SHORT),
  ),
  row(
    'other: a fragmented MP4',
    mp4((path) => ['-i', path, '-c', 'copy', '-movflags', 'frag_keyframe+delay_moov']),
    whole(SHORT),
  ),
  row('other: another size behind a discontinuity, TS', unusual.twoSizes(HLS), {
    ...whole(SHORT),
    outcome: 'reported',
  }),
  row('other: another size behind a discontinuity, fMP4', unusual.twoSizes(FRAGMENTS), {
    ...whole(SHORT),
    outcome: 'reported',
    ffmpegErrs: true,
  }),
  row(
    'other: pixels that are not square, TS',
    unusual.copied({ ...SHORT, extra: ['-vf', 'setsar=4/3'] }, ...HLS, ...TWO),
    {
      ...whole(SHORT),
      shown: { pixelAspect: 4 / 3 },
    },
  ),
  row(
    'other: pixels that are not square, fMP4',
    unusual.copied({ ...SHORT, extra: ['-vf', 'setsar=4/3'] }, ...FRAGMENTS, ...TWO),
    { ...whole(SHORT), shown: { pixelAspect: 4 / 3 } },
  ),
  row('other: 4:4:4', unusual.copied({ ...SHORT, pixelFormat: 'yuv444p' }, ...HLS, ...TWO), {
    ...whole(SHORT),
    player: 'either',
  }),
  row('other: High 10', unusual.copied({ ...SHORT, pixelFormat: 'yuv420p10le' }, ...HLS, ...TWO), {
    ...whole(SHORT),
    player: 'either',
  }),
  row(
    'other: interlaced',
    unusual.copied(
      { ...SHORT, extra: ['-flags', '+ilme+ildct', '-x264-params', 'tff=1'], size: [160, 96] },
      ...HLS,
      ...TWO,
    ),
    { ...whole(SHORT), player: 'either' },
  ),
  row(
    'other: VP9 as fMP4',
    unusual.copied(
      { ...SHORT, codec: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'], extra: ['-b:v', '400k'] },
      ...FRAGMENTS,
      ...TWO,
    ),
    { ...whole(SHORT), player: 'either' },
  ),
  row(
    'other: AV1 as fMP4',
    unusual.copied(
      {
        ...SHORT,
        codec: ['-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime', '-lag-in-frames', '0'],
        extra: ['-b:v', '400k'],
      },
      ...FRAGMENTS,
      ...TWO,
    ),
    { ...whole(SHORT), player: 'either' },
  ),
  row(
    'other: 300 segments of one picture',
    unusual.copied({ frames: 300, fps: 10, bFrames: 0, group: 1 }, ...HLS, '-hls_time', '0.1'),
    whole(BASE),
  ),
  row(
    'other: TS as ranges of one file',
    unusual.copied(SHORT, ...HLS, ...TWO, '-hls_flags', 'single_file'),
    whole(SHORT),
  ),
  row('other: sound in TS', unusual.withSound(SHORT, 10, AAC, [...HLS, ...TWO]), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 10 },
  }),
  row('other: sound in fMP4', unusual.withSound(SHORT, 10, AAC, [...FRAGMENTS, ...TWO]), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 10 },
  }),
  row('other: sound that ends earlier, fMP4', unusual.withSound(SHORT, 6, AAC, [...FRAGMENTS, ...TWO]), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 6 },
  }),
  row('other: MP3 in TS', unusual.withSound(SHORT, 10, ['-c:a', 'libmp3lame'], [...HLS, ...TWO]), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 10 },
  }),
  row(
    'other: MP4 with sound',
    async (kit) => ({
      mp4: await kit.file(['-i', await kit.encode(SHORT), '-t', '10', ...SINE, '-c:v', 'copy', ...AAC]),
    }),
    { ...whole(SHORT), sound: { fromS: 0, toS: 10 } },
  ),

  ...combinations.map(({ title, encoding, make, ffmpegErrs }) => row(title, make, { ...whole(encoding), ffmpegErrs })),
]
