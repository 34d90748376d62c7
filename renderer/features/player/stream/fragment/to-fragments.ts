import type { Fragment } from 'hls.js'
import { layAstray } from '../borders.ts'
import { joinBytes } from '../bytes.ts'
import { movieOf, TICKS } from './picture-init.ts'
import { type PictureSample, pictureSamples } from './picture-samples.ts'
import { type Shown, shownLengths } from './shown-lengths.ts'
import { stillPictures } from './still-pictures.ts'
import { emptyFragment, writeFragment } from './write-fragment.ts'

type Part = Pick<Fragment, 'sn' | 'cc' | 'start' | 'duration' | 'setStart'>

/** A lone picture of which nothing says how long it is shown, ticks. */
const ALONE = TICKS / 10
/** So far a segment may lie from where the one before ends and still go on there, ticks. */
const NEAR = TICKS / 2

/** A picture that stands still for longer is repeated so often, ticks. */
const STILL = TICKS / 2

/** How long the picture shown last is shown, ticks, and whether an IDR picture comes then. */
export type Last = { length: number; beforeIdr: boolean }

/**
 * The picture shown last as often as it takes, each of them for `STILL` at most. The same lists where it is short, or
 * where others were decoded behind it that pictures refer to.
 */
const repeated = (samples: PictureSample[], shown: Shown[], sets: Uint8Array | null) => {
  const at = shown.reduce((last, one, i) => (one.at > (shown[last]?.at ?? 0) ? i : last), 0)
  const [picture, own] = [samples[at], shown[at]]
  const known = samples.findLast((sample) => sample.sets)?.sets ?? sets
  const isLast = picture?.reference && !samples.slice(at + 1).some(({ reference }) => reference)
  if (!known || !own || !picture?.reference || !isLast || own.length <= STILL) return { samples, shown }
  const count = Math.ceil(own.length / STILL) - 1
  const still = stillPictures(known, picture.reference, count)
  if (!still) return { samples, shown }
  const more = still.map((data, i): PictureSample & Shown => {
    const from = STILL * (i + 1)
    const length = Math.min(STILL, own.length - from)
    return { pts: picture.pts, data, sync: false, sets: null, reference: null, at: own.at + from, length }
  })
  return { samples: [...samples, ...more], shown: [...shown.with(at, { ...own, length: STILL }), ...more] }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

/**
 * Writes pictures of transport streams as fragmented MP4, each with exactly its time and length. hls.js guesses the length
 * of the last picture of a segment, and moves the first one of the next to where the guess ended (`MP4Remuxer.remuxVideo`,
 * 1.7.4). `init` hands out the init section of what comes.
 */
export const createFragments = (init: (part: Part, section: Uint8Array) => void) => {
  /** Where the last segment ended, in ticks of its clock. */
  let end: { sn: Part['sn']; cc: number; ticks: number } | null = null
  /** By discontinuity: which tick lies where, in seconds of video time. */
  const zeros = new Map<number, { ticks: number; startS: number }>()
  const sections = new Map<number, Uint8Array>()

  /** When its first picture is decoded: where the segment before ends, so that decoding goes on without a step. */
  const beginOf = (part: Part, shown: readonly Shown[]): number => {
    const first = shown.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
    const follows = end && end.cc === part.cc && part.sn === Number(end.sn) + 1
    if (!end || !follows) return Math.max(0, first)
    return Math.abs(end.ticks - first) < NEAR ? end.ticks : Math.max(end.ticks, first)
  }

  const place = (part: Part, ticks: number): void => {
    const zero = zeros.get(part.cc)
    if (zero) layAstray(part, zero.startS + (ticks - zero.ticks) / TICKS)
    else zeros.set(part.cc, { ticks, startS: part.start })
  }

  /** One fragment up to each change of parameter sets, with its init section in front but for the first. */
  const write = (samples: readonly PictureSample[], shown: readonly Shown[], begin: number, first: Uint8Array) => {
    const out: Uint8Array[] = []
    let section = first
    let from = 0
    let at = begin
    const close = (to: number): void => {
      const own = samples.slice(from, to).map((sample, i) => ({ ...sample, ...(shown[from + i] ?? { at, length: 1 }) }))
      if (own.length > 0) out.push(writeFragment(own, at))
      at = own.reduce((sum, { length }) => sum + length, at)
      from = to
    }
    samples.forEach(({ sets }, i) => {
      const next = sets && movieOf(sets)
      if (!next || sameBytes(next, section)) return
      close(i)
      section = next
      out.push(next)
    })
    close(samples.length)
    return { bytes: joinBytes(out), section, end: at }
  }

  /**
   * A segment of plain packets as fragments; null while nothing says the size of its pictures. `sets`: parameter sets
   * that came before.
   */
  return (
    part: Part,
    packets: Uint8Array,
    pid: number,
    about: { sets: Uint8Array | null; last: Last | null },
  ): Uint8Array | null => {
    const pictures = pictureSamples(packets, pid)
    const own = pictures.find(({ sets }) => sets)?.sets ?? null
    const section = (own && movieOf(own)) ?? sections.get(part.cc) ?? (about.sets && movieOf(about.sets))
    if (!section) return null
    init(part, section)
    if (pictures.length === 0) return emptyFragment()
    const lengths = shownLengths(
      pictures.map(({ pts }) => pts),
      about.last?.length ?? null,
      part.duration > 0 ? Math.round(part.duration * TICKS) : ALONE,
    )
    const { samples, shown } = about.last?.beforeIdr
      ? repeated(pictures, lengths, about.sets)
      : { samples: pictures, shown: lengths }
    const begin = beginOf(part, shown)
    place(part, begin)
    const made = write(samples, shown, begin, section)
    sections.set(part.cc, made.section)
    end = { sn: part.sn, cc: part.cc, ticks: made.end }
    return made.bytes
  }
}
