import { joinBytes } from '../bytes.ts'
import { box, boxesIn, find, u32, viewOf } from './boxes.ts'
import { type Defaults, type Run, runsIn } from './runs.ts'

/** A track of sound in AAC: `frame` is one silent frame, `ticks` how long it lasts. */
export type SoundTrack = { id: number; timescale: number; frame: Uint8Array; ticks: number }

/** Sound that ends nearer than this to the end of the pictures goes on in the next fragment, seconds. */
const MISSING_S = 0.5
/** More than this in one fragment is a broken clock, seconds. */
const MOST_S = 600
const FRAME = 1_024

/**
 * A raw data block without any coefficient (ISO/IEC 14496-3, 4.4.2.1): one or two channels of a long window whose
 * max_sfb is 0, then ID_END.
 */
const silentFrame = (channels: number): Uint8Array | null => {
  const channel = `${'0'.repeat(8 + 11)}000`
  if (channels !== 1 && channels !== 2) return null
  const block = channels === 1 ? `0000000${channel}111` : `00100000${channel}${channel}111`
  const padded = block.padEnd(Math.ceil(block.length / 8) * 8, '0')
  return Uint8Array.from({ length: padded.length / 8 }, (_, i) => Number.parseInt(padded.slice(i * 8, i * 8 + 8), 2))
}

/** Whether an esds (ISO/IEC 14496-1, 7.2.6.5) says AAC of low complexity. */
const isPlainAac = (view: DataView, from: number, to: number): boolean => {
  for (let at = from; at + 2 < to; at += 1) {
    if (view.getUint8(at) !== 4) continue
    let content = at + 1
    while (content < to && view.getUint8(content) & 0x80) content += 1
    if (content + 14 >= to || view.getUint8(content + 1) !== 0x40) continue
    let specific = content + 14
    if (view.getUint8(specific) !== 5) continue
    specific += 1
    while (specific < to && view.getUint8(specific) & 0x80) specific += 1
    return specific + 1 < to && view.getUint8(specific + 1) >> 3 === 2
  }
  return false
}

/** The track of sound of an init section, when silence can be written for it; else null. */
export const soundTrack = (init: Uint8Array): SoundTrack | null => {
  const view = viewOf(init)
  const moov = find(view, ['moov'], { from: 0, to: init.length })
  if (!moov) return null
  for (const trak of boxesIn(view, moov.from, moov.to).filter(({ type }) => type === 'trak')) {
    const handler = find(view, ['mdia', 'hdlr'], trak)
    const head = find(view, ['tkhd'], trak)
    const media = find(view, ['mdia', 'mdhd'], trak)
    const stsd = find(view, ['mdia', 'minf', 'stbl', 'stsd'], trak)
    if (!handler || !head || !media || !stsd || view.getUint32(handler.from + 8) !== 0x736f756e) continue // `soun`
    const entry = find(view, ['mp4a'], { from: stsd.from + 8, to: stsd.to })
    const esds = entry && find(view, ['esds'], { from: entry.from + 28, to: entry.to })
    const frame = entry && silentFrame(view.getUint16(entry.from + 16))
    if (!esds || !frame || !isPlainAac(view, esds.from + 4, esds.to)) return null
    const timescale = view.getUint32(media.from + (view.getUint8(media.from) === 1 ? 20 : 12))
    const rate = view.getUint16(entry.from + 24)
    const id = view.getUint32(head.from + (view.getUint8(head.from) === 1 ? 20 : 12))
    return rate > 0 && timescale > 0 ? { id, timescale, frame, ticks: Math.round((FRAME * timescale) / rate) } : null
  }
  return null
}

/** A fragment of `count` silent frames from `at` ticks on. */
const silentFragment = ({ id, frame, ticks }: SoundTrack, at: number, count: number): Uint8Array => {
  const moof = (offset: number) =>
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      box(
        'traf',
        // Data from the beginning of the moof on; duration, size and flags of all samples.
        box('tfhd', u32(0x020038, id, ticks, frame.length, 0x02000000)),
        box('tfdt', u32(0x01000000, Math.floor(at / 2 ** 32), at % 2 ** 32)),
        box('trun', u32(1, count, offset)),
      ),
    )
  return joinBytes([moof(moof(0).length + 8), box('mdat', ...Array.from({ length: count }, () => frame))])
}

type Span = { from: number; to: number }
/** From the first to the last sample of a track, in seconds. */
const spanOf = (runs: readonly Run[], track: number, timescale: number): Span | null =>
  runs
    .filter((run) => run.track === track && run.samples.length > 0)
    .reduce<Span | null>((span, { at, samples }) => {
      const from = at / timescale
      const to = samples.reduce((sum, { duration }) => sum + duration, at) / timescale
      return { from: Math.min(span?.from ?? from, from), to: Math.max(span?.to ?? to, to) }
    }, null)

/**
 * A fragment whose sound lasts as long as its pictures: one buffer holds both, and without sound nothing of the pictures
 * counts as loaded. The same bytes where the sound is long enough.
 */
export const withSilence = (
  input: Uint8Array,
  video: { id: number; timescale: number },
  sound: SoundTrack,
  known: ReadonlyMap<number, Defaults>,
): Uint8Array => {
  const view = viewOf(input)
  const runs = boxesIn(view, 0, input.length)
    .filter(({ type }) => type === 'moof')
    .flatMap((moof) => runsIn(view, moof, moof.from - 8, known))
  const pictures = spanOf(runs, video.id, video.timescale)
  if (!pictures) return input
  const fromS = spanOf(runs, sound.id, sound.timescale)?.to ?? pictures.from
  const missing = pictures.to - fromS
  if (missing < MISSING_S || missing > MOST_S) return input
  const at = Math.round(fromS * sound.timescale)
  const count = Math.ceil((missing * sound.timescale) / sound.ticks)
  return joinBytes([input, silentFragment(sound, at, count)])
}
