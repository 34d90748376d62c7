import { joinBytes } from '../bytes.ts'
import { box, boxesIn, u32, viewOf } from './boxes.ts'
import { type Defaults, type Run, runsIn, type Sample } from './runs.ts'

const latest = (times: readonly number[]): number =>
  times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY)

/** The last picture shown among `kept` lasts until all of them would have ended; decoding times stay in order. */
const stretched = (all: readonly Sample[], kept: readonly Sample[]): Sample[] => {
  if (kept.length === 0) return []
  let clock = 0
  const ends = all.map(({ duration, shift }) => {
    clock += duration
    return clock + shift
  })
  const own = ends.slice(0, kept.length)
  const last = own.indexOf(latest(own))
  const missing = latest(ends) - latest(own)
  return kept.map((sample, i) => {
    if (i === last) return { ...sample, duration: sample.duration + missing }
    return i > last ? { ...sample, shift: sample.shift - missing } : sample
  })
}

/** One run with all that is known of each sample; its data begins so many bytes behind the moof's first. */
const trafOf = ({ track, at, samples }: Run, offset: number): Uint8Array =>
  box(
    'traf',
    box('tfhd', u32(0x020000, track)),
    box('tfdt', u32(0x01000000, Math.floor(at / 2 ** 32), at % 2 ** 32)),
    box(
      'trun',
      u32(0x01000f01, samples.length, offset),
      ...samples.map(({ duration, size, flags, shift }) => u32(duration, size, flags, shift)),
    ),
  )

/**
 * A fragment that was cut short, with its whole samples alone: what waits for the rest of a sample would take the
 * beginning of the next fragment for it (K6). The last picture of `video` lasts as long as those that are missing (M12).
 * The same bytes when nothing is missing.
 */
export const wholeSamples = (input: Uint8Array, video: number, known: ReadonlyMap<number, Defaults>): Uint8Array => {
  const view = viewOf(input)
  const boxes = boxesIn(view, 0, input.length)
  const cutAt = boxes.at(-1)?.to ?? 0
  if (cutAt === input.length) return input
  const moof = boxes.findLast(({ type }) => type === 'moof')
  const isData = cutAt + 8 <= input.length && view.getUint32(cutAt + 4) === 0x6d646174 // `mdat`
  if (!moof || !isData || view.getUint32(cutAt) === 1) return input.subarray(0, cutAt)
  const moofAt = moof.from - 8
  const runs = runsIn(view, moof, moofAt, known).map((run): Run => {
    let end = run.dataAt
    const missing = run.samples.findIndex(({ size }) => {
      end += size
      return end > input.length
    })
    if (missing === -1) return run
    const kept = run.samples.slice(0, missing)
    return { ...run, samples: run.track === video ? stretched(run.samples, kept) : kept }
  })
  const made = (length: number) =>
    box('moof', box('mfhd', u32(0, 1)), ...runs.map((run) => trafOf(run, run.dataAt - cutAt + length)))
  return joinBytes([
    input.subarray(0, moofAt),
    made(made(0).length),
    input.subarray(moof.to, cutAt),
    box('mdat', input.subarray(cutAt + 8)),
  ])
}
