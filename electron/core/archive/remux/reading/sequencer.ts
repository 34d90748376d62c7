import type { Sample, TrackFormat, TrackSamples } from '../media-samples.ts'
import { beginsRun, place } from './run-rules.ts'
import type { ReadReport } from './segment-read.ts'
import { type Run, type SequenceState, type SequenceTrack, type Unit, USUAL_S, usualS } from './sequence-state.ts'

/** Sound that leads by less is the rounding of its frames (M01): the first picture keeps its place. */
const SOUND_LEAD_S = 0.1
/** The same for pictures that cannot be decoded: those of an open group (P16). */
const EARLY_LEAD_S = 1
/** Sound that waits for a first picture; more of it is a beginning of its own (M22). */
const WAIT_S = 10
const WAIT_BYTES = 16 * 1024 ** 2
/** How far apart multiplexers write pictures and sound of one time. */
const APART_S = 0.7
/** Frames of sound follow each other without a seam when their stamps are rounded to milliseconds. */
const SEAM_S = 0.003
/** Moves of up to two ticks are rounding. */
const ROUNDING_TICKS = 2
/** Distances that are remembered; the median of them is the usual one. */
const DISTANCES = 9
/** A pause longer than this is not the distance of pictures. */
const LONGEST_DISTANCE_S = 10

const remember = (track: SequenceTrack, distance: number): void => {
  const { distances } = track
  if (distance <= 0 || distance >= LONGEST_DISTANCE_S * track.mediaScale) return
  const dropped = distances.length >= DISTANCES ? distances.shift() : undefined
  distances.push(distance)
  if (distance === track.usual && (dropped === undefined || dropped === distance)) return
  const sorted = [...distances].sort((a, b) => a - b)
  track.usual = sorted[(sorted.length - 1) >> 1] as number
}

/** Distances that differ by more than this part have no usual one. */
const STEADY = 1.5

/** What the last picture lasts longer than it is thought to, seconds: until the end where the medium says no length. */
const restS = (track: SequenceTrack, missingS: number, totalS: number): number => {
  const { distances, lastS, endS, mediaScale } = track
  if (missingS > track.missingS || distances.length === 0) return Math.max(0, totalS - endS)
  const [least, most] = [Math.min(...distances), Math.max(...distances)]
  if (most <= least * STEADY) return 0
  return Math.min(Math.max(totalS, lastS + least / mediaScale), lastS + most / mediaScale) - endS
}

/**
 * Lays the units of all tracks on the one clock of the file, each track in decode order. A clock that runs on is
 * believed; a new run begins at a mark of the list or where the clock itself breaks (`run-rules.ts`).
 */
export const createSequencer = (state: SequenceState, report: ReadReport) => {
  let out = new Map<number, Sample[]>()
  let formats: TrackFormat[] = []

  const give = (track: number, sample: Sample): void => {
    const samples = out.get(track)
    if (samples) samples.push(sample)
    else out.set(track, [sample])
  }

  const emit = (number: number, unit: Unit): void => {
    const track = state.tracks[number] as SequenceTrack
    const rate = track.timescale / track.mediaScale
    let pts = Math.round((unit.pts + track.shift) * rate)
    let dts = Math.round((unit.dts + track.shift) * rate)
    if (track.kind === 'audio') {
      if (track.outNext !== null && Math.abs(pts - track.outNext) <= SEAM_S * track.timescale) pts = track.outNext
      dts = pts
    }
    if (track.outDts !== null && dts <= track.outDts) {
      const moved = track.outDts + 1 - dts
      dts += moved
      if (track.kind === 'audio') {
        pts = dts
        if (moved > ROUNDING_TICKS) {
          report.shifted.count++
          report.shifted.mostS = Math.max(report.shifted.mostS, moved / track.timescale)
        }
      }
    }
    const usual = usualS(track)
    const duration = unit.duration || Math.max(1, Math.round((usual || USUAL_S) * track.timescale))
    const sample: Sample = {
      data: unit.data,
      bytes: unit.bytes,
      dts,
      pts,
      duration: duration + unit.rest,
      key: unit.key,
    }
    if (track.outDts === null) track.delay = pts - dts
    track.outDts = dts
    track.outNext = pts + duration
    track.lastS = Math.max(track.lastS, pts / track.timescale)
    track.endS = Math.max(track.endS, (pts + duration) / track.timescale)
    if (track.kind === 'audio') {
      give(number, sample)
      return
    }
    if (track.held) give(number, { ...track.held, duration: dts - track.held.dts })
    track.held = sample
    track.cut = unit.rest > 0
  }

  /** Fixes where the current run lies. */
  const decide = (): void => {
    const { run } = state
    run.shiftS = place(run.listS ?? 0, state.tracks) - anchorS(run)
    const queue = state.queue
    state.queue = []
    state.queuedBytes = 0
    for (const track of state.tracks) if (track.run === run.id) enter(track)
    for (const { track, unit } of queue) emit(track, unit)
  }

  /** Decides with what there is: no picture will come. */
  const settle = (): void => {
    if (state.run.shiftS === null && state.queue.length > 0) decide()
  }

  const enter = (track: SequenceTrack): void => {
    track.run = state.run.id
    if (state.run.shiftS !== null) track.shift = Math.round(state.run.shiftS * track.mediaScale)
  }

  const beginRun = (listS: number | null, marked: boolean): void => {
    settle()
    const { run } = state
    if (run.listS === null) return // nothing came yet
    report.restarts++
    state.run = { id: run.id + 1, shiftS: null, listS, pictureS: null, soundS: null, earlyS: null, marked }
  }

  /** A picture that cannot be decoded keeps its place in time, no more. */
  const skip = (unit: Unit, scale: number): void => {
    const { run } = state
    run.listS ??= unit.entry.startS
    if (run.shiftS === null) run.earlyS = Math.min(run.earlyS ?? Number.POSITIVE_INFINITY, unit.pts / scale)
    report.skipped++
  }

  /** What the list places where it places the run: its first picture, unless something leads by much. */
  const anchorS = ({ pictureS, soundS, earlyS }: Run): number => {
    if (pictureS === null) return soundS ?? 0
    const sound = soundS !== null && pictureS - soundS >= SOUND_LEAD_S ? soundS : pictureS
    const early = earlyS !== null && pictureS - earlyS >= EARLY_LEAD_S ? earlyS : pictureS
    return Math.min(sound, early)
  }

  /** Keeps a unit until it is known where the run lies. */
  const wait = (number: number, unit: Unit): void => {
    const { run } = state
    const { kind, mediaScale } = state.tracks[number] as SequenceTrack
    const atS = unit.pts / mediaScale
    run.listS ??= unit.entry.startS
    if (kind === 'video') run.pictureS = Math.min(run.pictureS ?? atS, atS)
    else run.soundS = Math.min(run.soundS ?? atS, atS)
    state.queue.push({ track: number, unit })
    state.queuedBytes += unit.bytes
    const { pictureS, soundS } = run
    if (pictureS === null) {
      if (atS - (soundS ?? atS) > WAIT_S || state.queuedBytes > WAIT_BYTES) decide()
      return
    }
    // Sound that begins earlier is decoded earlier: it may come behind pictures that are shown much later than decoded.
    const late = kind === 'video' && unit.dts / mediaScale > pictureS + APART_S
    if (!state.sound || soundS !== null || late || state.queuedBytes > WAIT_BYTES) decide()
  }

  /** True when the picture cannot be decoded or drawn: it comes before the first whole one. */
  const isEarly = (track: SequenceTrack, unit: Unit): boolean => {
    if (track.kind !== 'video') return false
    if (track.start === null) return !unit.key
    return track.start.run === track.run && unit.pts < track.start.pts
  }

  return {
    /** Tracks of that kind so far. */
    count: (kind: TrackFormat['kind']): number => state.tracks.filter((track) => track.kind === kind).length,
    /** Whether the medium lists sound: its beginning may be where the run begins. */
    expectSound: (listed: boolean): void => {
      state.sound = listed
    },
    addTrack: (format: TrackFormat, mediaScale: number): number => {
      formats.push(format)
      return (
        state.tracks.push({
          kind: format.kind,
          mediaScale,
          timescale: format.timescale,
          run: -1,
          shift: 0,
          dts: 0,
          top: 0,
          distances: [],
          usual: 0,
          entry: -1,
          drift: 0,
          missingS: 0,
          start: null,
          outDts: null,
          delay: 0,
          outNext: null,
          lastS: Number.NEGATIVE_INFINITY,
          endS: Number.NEGATIVE_INFINITY,
          held: null,
          cut: false,
        }) - 1
      )
    },
    /** A picture whose track cannot begin yet: it keeps its place in time, no more. */
    early: skip,
    add: (number: number, unit: Unit): void => {
      const track = state.tracks[number] as SequenceTrack
      const marked = track.run >= 0 && state.run.marked && track.run < state.run.id
      const breaks = marked || (track.run >= 0 && beginsRun(state, track, unit))
      if (!breaks && isEarly(track, unit)) {
        if (track.start === null) skip(unit, track.mediaScale)
        else report.skipped++
        return
      }
      const driftS = unit.pts / track.mediaScale - unit.entry.startS
      const fresh = unit.entry.index !== track.entry
      if (breaks && track.run === state.run.id) beginRun(fresh ? unit.entry.startS : 0, false)
      const entered = breaks || track.run < 0
      if (track.kind === 'video') report.picturesKept++
      if (entered) {
        enter(track)
        track.outNext = null
      } else {
        remember(track, unit.dts - track.dts)
      }
      track.top = entered ? unit.pts : Math.max(track.top, unit.pts)
      track.dts = unit.dts
      if (entered || fresh) track.drift = driftS
      track.entry = unit.entry.index
      track.missingS = state.missingS
      if (track.kind === 'video') track.start ??= { run: track.run, pts: unit.pts }
      if (track.run !== state.run.id || state.run.shiftS !== null) emit(number, unit)
      else wait(number, unit)
    },
    /** The list marks a new clock here. */
    mark: (startS: number): void => beginRun(startS, true),
    /** `durationS` of the list is not there. */
    miss: (durationS: number): void => {
      settle()
      state.missingS += durationS
    },
    /** Everything that is kept back; pictures last until `totalS` where nothing of the medium says their length. */
    end: (totalS: number): void => {
      settle()
      for (const [number, track] of state.tracks.entries()) {
        if (!track.held) continue
        const rest = Math.round(restS(track, state.missingS, totalS) * track.timescale)
        const { held, delay } = track
        const promised = track.cut ? held.dts + held.duration + delay : Number.NEGATIVE_INFINITY
        const end = Math.max(Math.round(track.endS * track.timescale) + rest, promised)
        // Decoding ends as much before showing as it began; the delay of a later run may be another one.
        const shown = track.cut || rest > 0 ? end - held.pts : held.duration + rest
        const duration = Math.max(1, shown, end - delay - held.dts)
        give(number, { ...track.held, duration })
        track.held = null
      }
    },
    /** What came since the last call. */
    take: (): { formats: TrackFormat[]; samples: TrackSamples[] } => {
      const samples = [...out].map(([track, list]) => ({ track, samples: list }))
      const taken = { formats, samples }
      out = new Map()
      formats = []
      return taken
    },
  }
}

export type Sequencer = ReturnType<typeof createSequencer>
