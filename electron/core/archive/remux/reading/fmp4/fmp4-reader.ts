import { createHash } from 'node:crypto'
import { configOf, setupOf } from '../codecs/entry-codec.ts'
import type { LostTrack, ReadReport, Unreadable } from '../segment-read.ts'
import type { Entry, Unit } from '../sequence-state.ts'
import type { Sequencer } from '../sequencer.ts'
import { type FragmentRun, readFragments } from './fragments.ts'
import { type Init, type InitTrack, readInit } from './init.ts'
import { isSync, setsInBand } from './sync-samples.ts'

/** A track of the present init section and where its samples go. */
type Known = {
  init: InitTrack
  /** Number in the sequence, and ticks of that track for one of this section. */
  track: number
  rate: number
  /** Sets that are in front of key pictures, for a track that began with others (P11). */
  sets: Buffer | null
  /** Decode time behind the newest sample, where fragments do not say theirs. */
  next: number
}

/** All that is carried from one segment to the next; plain data. */
export type Fmp4State = {
  /** Fingerprint of the init section in force. */
  hash: string | null
  scheme: string | null
  known: Known[]
  /** The tracks as they began, by their number in the sequence. */
  begun: { track: number; init: InitTrack }[]
}

export const freshFmp4 = (): Fmp4State => ({ hash: null, scheme: null, known: [], begun: [] })

export type Fmp4Read = {
  /** Fragments, or an init section of its own. */
  media: boolean
  unreadable: Unreadable | null
  lengthS: number | null
}

/** Joins a track of a new init section to the one that was begun; null when it cannot go on in it. */
const goOn = (init: InitTrack, begun: { track: number; init: InitTrack }): Omit<Known, 'next'> | null => {
  const rate = begun.init.format.timescale / init.format.timescale
  const [now, first] = [Buffer.from(init.format.sampleEntry), Buffer.from(begun.init.format.sampleEntry)]
  if (setupOf(now, init.kind).equals(setupOf(first, init.kind))) return { init, track: begun.track, rate, sets: null }
  const same = now.toString('latin1', 4, 8) === first.toString('latin1', 4, 8)
  // Lengths of other than four bytes would mean another form of every picture.
  if (!same || !init.nal || init.lengthBytes !== 4 || begun.init.lengthBytes !== 4) return null
  const config = configOf(now, 'video', init.nal === 'avc' ? 'avcC' : 'hvcC')
  const sets = config && setsInBand(config, init.nal)
  return sets && { init, track: begun.track, rate, sets }
}

const setup = ({ format, kind }: InitTrack): Buffer => setupOf(Buffer.from(format.sampleEntry), kind)

export const createFmp4Reader = (
  state: Fmp4State,
  sequencer: Sequencer,
  report: ReadReport,
  lose: (track: LostTrack) => void,
) => {
  let lastInit: Buffer | null = null

  /** Takes a new init section. Answers why it cannot go on. */
  const begin = (data: Buffer): Unreadable | null => {
    if (data === lastInit) return null
    const hash = createHash('sha256').update(data).digest('hex')
    if (hash === state.hash) {
      lastInit = data
      return null
    }
    const init = readInit(data)
    if (!init) return { code: 'damaged', detail: 'moov' }
    const refused = enter(init)
    if (refused) return refused
    lastInit = data
    state.hash = hash
    return null
  }

  const enter = (init: Init): Unreadable | null => {
    for (const track of init.lost) lose(track)
    const free = [...state.begun]
    const known: Known[] = []
    for (const track of init.tracks) {
      const at = free.findIndex(({ init: begun }) => begun.kind === track.kind)
      const [begun] = at >= 0 ? free.splice(at, 1) : []
      if (!begun) {
        if (sequencer.count(track.kind) > state.begun.filter(({ init: own }) => own.kind === track.kind).length) {
          return { code: 'mixed', detail: track.format.codec }
        }
        known.push({ init: track, track: -1, rate: 1, sets: null, next: 0 })
        continue
      }
      const joined = goOn(track, begun)
      if (!joined) return { code: 'mixed', detail: track.format.codec }
      known.push({ ...joined, next: 0 })
    }
    const before = state.known.find(({ init: own }) => own.kind === 'video')?.init
    const now = known.find(({ init: own }) => own.kind === 'video')?.init
    if (before && now && !setup(before).equals(setup(now))) report.resized++
    state.known = known
    sequencer.expectSound(known.some(({ init: { kind } }) => kind === 'audio'))
    state.scheme = init.scheme
    return null
  }

  const unitsOf = (run: FragmentRun, track: Known, entry: Entry): Unit[] => {
    const { init, rate } = track
    const video = init.kind === 'video'
    return run.samples.map(({ data, pts, dts, duration, rest, sync }) => {
      const key = init.nal && init.lengthBytes !== 3 ? isSync(data, init.nal, init.lengthBytes, sync) : sync
      if (key !== sync) report.flagsCorrected++
      const sets = key && video ? track.sets : null
      return {
        data: sets ? [sets, data] : [data],
        bytes: data.length + (sets?.length ?? 0),
        pts: (pts - init.offset) * rate,
        dts: (dts - init.offset) * rate,
        ownDts: true,
        key,
        duration: Math.round(duration * rate),
        rest: Math.round(rest * rate),
        entry,
      }
    })
  }

  const spanOf = (units: Unit[], scale: number): number => {
    let first = Number.POSITIVE_INFINITY
    let last = Number.NEGATIVE_INFINITY
    for (const { pts, duration } of units) {
      first = Math.min(first, pts)
      last = Math.max(last, pts + duration)
    }
    return (last - first) / scale
  }

  return {
    push: (body: Buffer, init: Buffer | null, entry: Entry): Fmp4Read => {
      const own = init ?? (body.includes('moov') ? body : null)
      const refused = own && begin(own)
      if (refused) return { media: true, unreadable: refused, lengthS: null }
      const { known } = state
      const find = (id: number) => known.find((track) => track.init.id === id) ?? null
      const read = readFragments(body, (id) => {
        const track = find(id)
        return track && { defaults: track.init.defaults, next: track.next }
      })
      let unreadable: Unreadable | null = null
      if (read.damaged !== null) unreadable = { code: 'damaged', detail: read.damaged }
      else if (state.hash === null && read.moofs > 0) unreadable = { code: 'no-init', detail: null }
      else if (known.length === 0 && state.scheme !== null) unreadable = { code: 'encrypted', detail: state.scheme }

      const lists = new Map<Known, Unit[]>()
      for (const run of read.runs) {
        const track = find(run.id)
        if (!track) continue
        track.next = run.next
        if (track.init.kind === 'video') report.promised += run.lacking
        else report.promisedFrames += run.lacking
        const units = unitsOf(run, track, entry)
        if (track.init.kind === 'video') report.pictures += units.length
        else report.frames += units.length
        const list = lists.get(track) ?? []
        for (const unit of units) list.push(unit)
        if (list.length > 0) lists.set(track, list)
      }
      for (const track of lists.keys()) {
        if (track.track >= 0) continue
        track.track = sequencer.addTrack(track.init.format, track.init.format.timescale)
        state.begun.push({ track: track.track, init: track.init })
      }
      inOrder([...lists].map(([track, units]) => ({ track, units, at: 0 })))
      const longest = [...lists.keys()].find(({ init: { kind } }) => kind === 'video') ?? lists.keys().next().value
      const units = longest && lists.get(longest)
      return {
        media: read.moofs > 0 || body.includes('mdat'),
        unreadable,
        lengthS: longest && units ? spanOf(units, scaleOf(longest)) : null,
      }
    },
  }

  function scaleOf(track: Known): number {
    return track.init.format.timescale * track.rate
  }

  /** Gives the samples of all tracks in the order of their decode times, whatever the order of the fragments. */
  function inOrder(lists: { track: Known; units: Unit[]; at: number }[]): void {
    for (;;) {
      let next: (typeof lists)[number] | null = null
      let nextS = 0
      for (const list of lists) {
        const unit = list.units[list.at]
        if (!unit) continue
        const atS = unit.dts / scaleOf(list.track)
        if (next && atS >= nextS) continue
        next = list
        nextS = atS
      }
      if (!next) return
      sequencer.add(next.track.track, next.units[next.at++] as Unit)
    }
  }
}
