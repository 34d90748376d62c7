import type { ReadReport } from '../segment-read.ts'
import type { Unit } from '../sequence-state.ts'
import type { Picture } from './pictures.ts'

type Known = { pts: number; dts: number; order: number | null; epoch: number }

/** What the times of further pictures are derived from; plain data. */
export type TimesState = {
  previous: Known | null
  /** Pictures without a time of their own that wait for the next one with it. */
  waiting: Picture[]
  waitingBytes: number
  /** The first field of a frame. */
  field: Picture | null
  /** Order counts are comparable within one. */
  epoch: number
  /** Ticks from picture to picture, and for one step of the order count. */
  distance: number
  perOrder: number
  /** How much later the first picture of a group is shown than decoded. */
  delay: number
}

export const freshTimes = (): TimesState => ({
  previous: null,
  waiting: [],
  waitingBytes: 0,
  field: null,
  epoch: 0,
  distance: 3_600,
  perOrder: 0,
  delay: 0,
})

const MOST_WAITING = 512
const MOST_WAITING_BYTES = 64 * 1024 ** 2
/** A pause of the pictures longer than ten seconds is not shared out among those without a time. */
const LONGEST_SHARE = 900_000

/**
 * Gives each picture its times. One without a packet of its own (M03) is decoded between its neighbours, and shown
 * where its order count says.
 */
export const createPictureTimes = (state: TimesState, report: ReadReport, onUnit: (unit: Unit) => void) => {
  const give = (picture: Picture, pts: number, dts: number, ownDts: boolean): void => {
    report.pictures++
    if (picture.incomplete) report.incomplete++
    onUnit({
      data: picture.data,
      bytes: picture.bytes,
      pts,
      dts,
      ownDts,
      key: picture.key,
      duration: 0,
      rest: 0,
      entry: picture.entry,
    })
  }

  const perOrderOf = (a: Known | null, b: Known | null): number => {
    if (!a || !b || a.epoch !== b.epoch || a.order === null || b.order === null || a.order === b.order) return 0
    return (b.pts - a.pts) / (b.order - a.order)
  }

  /** Gives out what waits before `next`. */
  const settle = (next: Known | null): void => {
    const { waiting, previous } = state
    if (waiting.length === 0) return
    state.waiting = []
    state.waitingBytes = 0
    const span = previous && next ? next.dts - previous.dts : 0
    const shared = span > 0 && span <= LONGEST_SHARE * (waiting.length + 1)
    const distance = shared ? span / (waiting.length + 1) : state.distance
    state.distance = distance
    const first = previous ? previous.dts + distance : next ? next.dts - distance * waiting.length : 0
    const between = perOrderOf(previous, next)
    const perOrder = between > 0 ? between : state.perOrder
    let reference = previous ?? next
    for (const [n, picture] of waiting.entries()) {
      const { order, resets } = picture.head
      if (resets && previous) state.epoch++
      const dts = Math.round(first + n * distance)
      const known = [reference, next].find((other) => other && other.order !== null && other.epoch === state.epoch)
      const placed = known && order !== null && perOrder > 0 && !resets
      const pts = placed
        ? Math.round(known.pts + (order - (known.order as number)) * perOrder)
        : dts + Math.round(state.delay)
      report.timesDerived++
      reference = { pts, dts, order, epoch: state.epoch }
      give(picture, pts, dts, true)
    }
    state.previous = reference
  }

  const pass = (picture: Picture): void => {
    const { time, head } = picture
    if (!time) {
      state.waiting.push(picture)
      state.waitingBytes += picture.bytes
      if (state.waiting.length > MOST_WAITING || state.waitingBytes > MOST_WAITING_BYTES) settle(null)
      return
    }
    const waited = state.waiting.length > 0
    const resetting = head.resets && state.previous !== null
    settle({ ...time, order: head.order, epoch: state.epoch + (resetting ? 1 : 0) })
    if (resetting) state.epoch++
    const known: Known = { ...time, order: head.order, epoch: state.epoch }
    const { previous } = state
    if (previous) {
      const distance = known.dts - previous.dts
      if (!waited && distance > 0 && distance < LONGEST_SHARE) state.distance = distance
      const perOrder = perOrderOf(previous, known)
      if (perOrder > 0) state.perOrder = perOrder
    }
    if (head.resets) state.delay = Math.max(0, known.pts - known.dts)
    state.previous = known
    give(picture, time.pts, time.dts, time.ownDts)
  }

  return {
    /** The next picture in decode order. Two fields of one frame are one picture (ISO 14496-15, 5.2.2). */
    picture: (picture: Picture): void => {
      const { field } = state
      state.field = null
      const { head } = picture
      if (field && head.field !== 0 && head.field !== field.head.field && head.frame === field.head.frame) {
        for (const piece of picture.data) field.data.push(piece)
        field.bytes += picture.bytes
        field.incomplete ||= picture.incomplete
        pass(field)
        return
      }
      if (field) pass(field)
      if (head.field !== 0) state.field = picture
      else pass(picture)
    },
    /** No further picture follows. */
    flush: (): void => {
      if (state.field) pass(state.field)
      state.field = null
      settle(null)
    },
    /** Times before and after have nothing to do with each other. */
    forget: (): void => {
      state.previous = null
    },
  }
}
