import { combinations } from './combinations.ts'
import type { Picture } from './decode.ts'
import * as lists from './lists.ts'
import { type Encoding, FRAGMENTS, HLS, type Made, type MediaKit, SINE } from './media-kit.ts'
import { turned, withEverySampleSync, withLongOffsets, withTwoMediaBoxes } from './mp4-edit.ts'
import * as odd from './unusual-streams.ts'

/**
 * What is right for one input, by what went into it: never by what this program makes of it.
 * - whole: every picture, exit 0, no warning
 * - told: every picture that can be shown, and a warning
 * - partial: ends as incomplete; with `acceptPartial` what is there, told
 * - refused: no file, by a code
 */
type Outcome = 'whole' | 'told' | 'partial' | 'refused'
type Sound = { fromS: number; toS: number; orTold?: boolean }

export type MediaInput = {
  /** Id of the case, or the kind, and what is odd. */
  title: string
  make: odd.Make
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
  /** Width, height and aspect of a pixel as a player shows them. */
  shown?: { turn?: 90; pixelAspect?: number }
}

const BASE: Encoding = { frames: 300, fps: 10, extra: ['-b:v', '400k'] }
const HALF: Encoding = { frames: 300, fps: 10, bFrames: 0, group: 25 }
const LOW: Encoding = { frames: 120, fps: 2 }
const SHORT: Encoding = { frames: 100, fps: 10 }
const PLAIN: Encoding = { frames: 100, fps: 10, bFrames: 0 }
const OPEN: Encoding = { frames: 300, fps: 10, extra: ['-x264-params', 'open-gop=1:keyint=20:min-keyint=20'] }
const LAST = odd.cutShort({ ...BASE, group: 20 }, 14)
const MIDDLE = odd.cutShort({ ...BASE, group: 20 }, 7)
const TWO = ['-hls_time', '2']
const AAC = ['-c:a', 'aac']

/** Pictures `from`..`to` of a stream of `fps`, shown from `at` on. */
const run = (from: number, to: number, fps: number, at = from / fps): Picture[] =>
  Array.from({ length: to - from }, (_, i) => ({ number: from + i, at: at + i / fps }))
const whole = ({ frames, fps }: Encoding) => ({ right: run(0, frames, fps), lengthS: frames / fps })
const holed = [...run(0, 140, 10), ...run(160, 300, 10)]

const row = (title: string, make: odd.Make, rest: Partial<MediaInput> & Pick<MediaInput, 'right' | 'lengthS'>) =>
  ({ title, make, outcome: 'whole', player: 'plays', ...rest }) satisfies MediaInput
const mp4 =
  (args: (path: string) => string[], edit: (bytes: Buffer) => Buffer = (bytes) => bytes): odd.Make =>
  async (kit) =>
    ({ mp4: edit(await kit.file(args(await kit.encode(SHORT)))) }) satisfies Made

/** When the pictures of an uneven recording are shown: two gaps, and a third picture a little late each time. */
const uneven = (n: number) => n / 10 + (n % 3 === 2 ? 0.04 : 0) + (n >= 40 ? 7 : 0) + (n >= 80 ? 3.35 : 0)
const UNEVEN = {
  right: run(0, 100, 10).map(({ number }) => ({ number, at: uneven(number) })),
  lengthS: uneven(99) + 0.1,
}

export const inputs: MediaInput[] = [
  row('M01: 2 pictures/s, B-frames, AAC, TS', odd.withSound(LOW, 60, AAC, [...HLS, '-hls_time', '10']), {
    ...whole(LOW),
    sound: { fromS: 0, toS: 60 },
  }),
  row(
    'K1: 2 pictures/s, sound half a second ahead in each segment',
    odd.withSound(LOW, 60, AAC, [...HLS, '-hls_time', '10'], ['-itsoffset', '0.5']),
    { right: run(0, 120, 2, 0.5), lengthS: 60.5, sound: { fromS: 0, toS: 60 } },
  ),
  row('M03: two pictures in one PES', odd.writtenBy(BASE, odd.sharedPes(2)), { ...whole(BASE), toleranceS: 0.05 }),
  row('K2: three pictures in one PES', odd.writtenBy(BASE, odd.sharedPes(3)), { ...whole(BASE), toleranceS: 0.05 }),
  row('K2: one picture in two PES', odd.written(BASE, odd.splitPes), whole(BASE)),
  row('M05: cut in 15 equal parts inside pictures', odd.recut(BASE, 15, 188), whole(BASE)),
  row('K3: cut in 60 equal parts inside pictures', odd.recut(BASE, 60, 188), whole(BASE)),
  row('M07: cut in 15 equal parts inside packets', odd.recut(BASE, 15, 1), whole(BASE)),
  row('K3: cut in 70 equal parts inside packets', odd.recut(BASE, 70, 1), whole(BASE)),
  row(
    'M09: a segment of noise among TS',
    lists.changed(
      odd.copied(BASE, ...HLS, ...TWO),
      lists.withFile('s0007.ts', () => odd.noise(40_000)),
    ),
    { right: holed, lengthS: 30, outcome: 'partial', player: 'either' },
  ),
  row(
    'M09: a segment of noise among fMP4',
    lists.changed(
      odd.copied(BASE, ...FRAGMENTS, ...TWO),
      lists.withFile('s0007.m4s', () => odd.noise(40_000)),
    ),
    { right: holed, lengthS: 30, outcome: 'partial', player: 'either', ffmpegErrs: true },
  ),
  row(
    'K4: a segment of zeros among TS',
    lists.changed(
      odd.copied(BASE, ...HLS, ...TWO),
      lists.withFile('s0007.ts', () => Buffer.alloc(40_000)),
    ),
    { right: holed, lengthS: 30, outcome: 'partial', player: 'either' },
  ),
  row(
    'P09: a segment of tables alone',
    lists.changed(odd.copied(BASE, ...HLS, ...TWO), lists.withFile('s0007.ts', odd.tablesAlone)),
    { right: holed, lengthS: 30, outcome: 'told', player: 'either' },
  ),
  row(
    'M11: every sample flagged as sync, B-frames',
    lists.changed(odd.copied(BASE, ...FRAGMENTS, ...TWO), lists.withFiles(withEverySampleSync)),
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
  row('M14: Opus in TS', odd.withSound(BASE, 30, ['-c:a', 'libopus'], [...HLS, ...TWO]), {
    ...whole(BASE),
    sound: { fromS: 0, toS: 30, orTold: true },
  }),
  row('K7: sound in a list of its own', odd.soundApart(SHORT), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 10, orTold: true },
  }),
  row(
    'M16: turned by 90° in the init section',
    lists.changed(odd.copied(BASE, ...FRAGMENTS, ...TWO), lists.withFile('i.mp4', turned)),
    { ...whole(BASE), shown: { turn: 90 } },
  ),
  row(
    'M17: EXTINF rounded to whole seconds',
    lists.changed(
      odd.copied(HALF, ...HLS, '-hls_time', '2.5'),
      lists.withLengths((said) => String(Math.round(said))),
    ),
    whole(HALF),
  ),
  row(
    'K9: EXTINF half as long as the media',
    lists.changed(
      odd.copied(BASE, ...HLS, ...TWO),
      lists.withLengths((said) => (said / 2).toFixed(3)),
    ),
    whole(BASE),
  ),
  row(
    'K9: EXTINF twice as long as the media, fMP4',
    lists.changed(
      odd.copied(BASE, ...FRAGMENTS, ...TWO),
      lists.withLengths((said) => (said * 2).toFixed(3)),
    ),
    whole(BASE),
  ),
  row('M19: PES without a picture', odd.written(BASE, odd.emptyPes), { ...whole(BASE), ffmpegErrs: true }),
  row('M20: open groups with recovery points', odd.copied(OPEN, ...HLS, ...TWO), whole(OPEN)),
  row('P16: open groups as fMP4', odd.copied(OPEN, ...FRAGMENTS, ...TWO), whole(OPEN)),
  row(
    'M22: sound from 0, pictures from 6 s',
    odd.withSound({ frames: 80, fps: 10 }, 14, AAC, [...HLS, '-hls_time', '60'], ['-itsoffset', '6']),
    { right: run(0, 80, 10, 6), lengthS: 14, sound: { fromS: 0, toS: 14 } },
  ),
  row('M23: sound alone, then pictures behind a discontinuity', odd.soundThenPictures({ frames: 60, fps: 10 }, 4), {
    right: run(0, 60, 10, 4),
    lengthS: 10,
    player: 'either',
    sound: { fromS: 0, toS: 4, orTold: true },
    ffmpegErrs: true,
  }),
  row('M24: two programs, the first of sound', odd.written(BASE, { soundProgramFirst: true }), whole(BASE)),
  row('K14: packets of 192 bytes', lists.changed(odd.written(SHORT), lists.withFiles(odd.padded(4, 0))), {
    ...whole(SHORT),
    player: 'either',
  }),
  row('K14: packets of 204 bytes', lists.changed(odd.written(SHORT), lists.withFiles(odd.padded(0, 16))), {
    ...whole(SHORT),
    player: 'either',
  }),
  row(
    'K14: 100 bytes in front of the first packet',
    lists.changed(
      odd.written(SHORT),
      lists.withFile('s0000.ts', (bytes) => Buffer.concat([Buffer.alloc(100), bytes])),
    ),
    { ...whole(SHORT), player: 'either' },
  ),
  row('K14: time stamps on every second picture', odd.written(PLAIN, odd.rareStamps), {
    ...whole(PLAIN),
    toleranceS: 0.002,
  }),
  row(
    'M27: text behind a MP4',
    mp4(
      (path) => ['-i', path, '-c', 'copy', '-movflags', 'faststart'],
      (bytes) => Buffer.concat([bytes, Buffer.from('\r\n----WebKitFormBoundaryABCDEF--\r\n')]),
    ),
    { ...whole(SHORT), outcome: 'told' },
  ),
  row(
    'M28: MPEG-2 in TS',
    odd.fromCodec({ frames: 100, fps: 10, codec: ['-c:v', 'mpeg2video'], extra: ['-b:v', '1M'] }),
    { right: [], lengthS: 10, outcome: 'refused', refusal: 'codec', player: 'cause', ffmpegErrs: true },
  ),
  row(
    'M29: HEVC in TS',
    odd.copied(
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
  row('M30: B-frames at 10 pictures/s', odd.copied(BASE, ...HLS, ...TWO), whole(BASE)),
  row('M30: B-frames at 2 pictures/s', odd.copied(LOW, ...HLS, '-hls_time', '10'), whole(LOW)),
  row('M32: no picture that decoding may begin with', lists.changed(odd.withoutRecovery(OPEN), lists.from(4)), {
    right: [],
    lengthS: 22,
    outcome: 'refused',
    player: 'cause',
    ffmpegErrs: true,
  }),
  row('M33: each third packet twice', odd.written(BASE, odd.repeatedPackets), {
    ...whole(BASE),
    player: 'either',
    ffmpegErrs: true,
  }),

  row('held: uneven times with gaps', odd.written(PLAIN, {}, odd.timed(uneven)), UNEVEN),
  row('held: a clock that begins at an hour', odd.written(SHORT, { offsetS: 3_600 }), whole(SHORT)),
  row('held: one picture', odd.written({ frames: 1, fps: 10 }), { right: run(0, 1, 10), lengthS: 0.1 }),
  row('held: a clock of 33 bits that wraps', odd.written(BASE, { offsetS: 2 ** 33 / 90_000 - 11 }), whole(BASE)),
  row('held: a clock that begins anew with each segment', odd.resetting(SHORT, true), whole(SHORT)),
  row('held: the same without EXT-X-DISCONTINUITY', odd.resetting(SHORT, false), {
    ...whole(SHORT),
    player: 'either',
    ffmpegErrs: true,
  }),
  row(
    'held: chunk offsets of 64 bits',
    mp4((path) => ['-i', path, '-c', 'copy'], withLongOffsets),
    whole(SHORT),
  ),
  row(
    'held: several mdat',
    mp4((path) => ['-i', path, '-c', 'copy'], withTwoMediaBoxes),
    whole(SHORT),
  ),
  row(
    'held: a fragmented MP4',
    mp4((path) => ['-i', path, '-c', 'copy', '-movflags', 'frag_keyframe+delay_moov']),
    whole(SHORT),
  ),
  row('held: another size behind a discontinuity, TS', odd.twoSizes(HLS), { ...whole(SHORT), outcome: 'told' }),
  row('held: another size behind a discontinuity, fMP4', odd.twoSizes(FRAGMENTS), {
    ...whole(SHORT),
    outcome: 'told',
    ffmpegErrs: true,
  }),
  row('held: pixels that are not square, TS', odd.copied({ ...SHORT, extra: ['-vf', 'setsar=4/3'] }, ...HLS, ...TWO), {
    ...whole(SHORT),
    shown: { pixelAspect: 4 / 3 },
  }),
  row(
    'held: pixels that are not square, fMP4',
    odd.copied({ ...SHORT, extra: ['-vf', 'setsar=4/3'] }, ...FRAGMENTS, ...TWO),
    { ...whole(SHORT), shown: { pixelAspect: 4 / 3 } },
  ),
  row('held: 4:4:4', odd.copied({ ...SHORT, pixelFormat: 'yuv444p' }, ...HLS, ...TWO), {
    ...whole(SHORT),
    player: 'either',
  }),
  row('held: High 10', odd.copied({ ...SHORT, pixelFormat: 'yuv420p10le' }, ...HLS, ...TWO), {
    ...whole(SHORT),
    player: 'either',
  }),
  row(
    'held: interlaced',
    odd.copied(
      { ...SHORT, extra: ['-flags', '+ilme+ildct', '-x264-params', 'tff=1'], size: [160, 96] },
      ...HLS,
      ...TWO,
    ),
    { ...whole(SHORT), player: 'either' },
  ),
  row(
    'held: VP9 as fMP4',
    odd.copied(
      { ...SHORT, codec: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'], extra: ['-b:v', '400k'] },
      ...FRAGMENTS,
      ...TWO,
    ),
    { ...whole(SHORT), player: 'either' },
  ),
  row(
    'held: AV1 as fMP4',
    odd.copied(
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
    'held: 300 segments of one picture',
    odd.copied({ frames: 300, fps: 10, bFrames: 0, group: 1 }, ...HLS, '-hls_time', '0.1'),
    whole(BASE),
  ),
  row('held: TS as ranges of one file', odd.copied(SHORT, ...HLS, ...TWO, '-hls_flags', 'single_file'), whole(SHORT)),
  row('held: sound in TS', odd.withSound(SHORT, 10, AAC, [...HLS, ...TWO]), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 10 },
  }),
  row('held: sound in fMP4', odd.withSound(SHORT, 10, AAC, [...FRAGMENTS, ...TWO]), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 10 },
  }),
  row('held: sound that ends earlier, fMP4', odd.withSound(SHORT, 6, AAC, [...FRAGMENTS, ...TWO]), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 6 },
  }),
  row('held: MP3 in TS', odd.withSound(SHORT, 10, ['-c:a', 'libmp3lame'], [...HLS, ...TWO]), {
    ...whole(SHORT),
    sound: { fromS: 0, toS: 10 },
  }),
  row(
    'held: MP4 with sound',
    async (kit) => ({
      mp4: await kit.file(['-i', await kit.encode(SHORT), '-t', '10', ...SINE, '-c:v', 'copy', ...AAC]),
    }),
    { ...whole(SHORT), sound: { fromS: 0, toS: 10 } },
  ),

  ...combinations.map(({ title, encoding, make, ffmpegErrs }) => row(title, make, { ...whole(encoding), ffmpegErrs })),
]
