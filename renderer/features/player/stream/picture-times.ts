import { joinBytes } from './bytes.ts'
import { type Nal, nalUnits } from './nal-units.ts'
import { type Order, readLow, readOrder } from './order-count.ts'
import { type Pes, readPes, stampGap, writePes } from './pes.ts'
import { PACKET, packetize, payloadOf, pidOf, startsUnit } from './ts-frames.ts'

type Times = { pts: number; dts: number }
/** A picture in decode order: times of its own, its order count, and whether counting starts over with it. */
type Counted = { own: Times | null; order: number | null; resets: boolean }
type Picture = Counted & { pes: Pes; payload: Uint8Array }

/** A distance for a segment that has one time alone, in ticks of 90 kHz: 25 pictures a second. */
const USUAL = 3_600

/** Ticks for one step of the order count, by two pictures that have both. */
const perOrder = (a: Counted, b: Counted): number =>
  a.own && b.own && a.order !== null && b.order !== null && a.order !== b.order
    ? stampGap(b.own.pts, a.own.pts) / (b.order - a.order)
    : 0

/**
 * Times for all pictures of a segment: one without its own is decoded between its neighbours, and shown where its order
 * count says, else as long behind its decoding as the one before. Ticks of 90 kHz, any turn.
 */
export const timesOf = (pictures: readonly Counted[]): Times[] => {
  const timed = pictures.flatMap(({ own }, i) => (own ? [{ own, i }] : []))
  let distance = USUAL
  let step = 0
  const times: Times[] = []
  /** The last picture with a time of its own in this count. */
  let known: Counted | null = null
  for (const [i, picture] of pictures.entries()) {
    if (picture.resets) known = null
    if (picture.own) {
      if (known) {
        const own = perOrder(known, picture)
        if (own > 0) step = own
      }
      known = picture
      times.push(picture.own)
      continue
    }
    const before = timed.findLast((one) => one.i < i)
    const next = timed.find((one) => one.i > i)
    if (before && next) distance = stampGap(next.own.dts, before.own.dts) / (next.i - before.i)
    const from = before ?? next
    const dts = from ? from.own.dts + Math.round((i - from.i) * distance) : 0
    const shown =
      known?.own && known.order !== null && picture.order !== null && step > 0
        ? known.own.pts + Math.round((picture.order - known.order) * step)
        : dts + (from ? stampGap(from.own.pts, from.own.dts) : 0)
    times.push({ pts: shown, dts })
  }
  return times
}

const isSlice = ({ type }: Nal): boolean => type === 1 || type === 5

/** Where pictures begin among the units of one PES: at delimiters, sets and SEI behind a slice, and at first slices. */
const split = (bytes: Uint8Array, units: readonly Nal[]): Nal[][] => {
  const parts: Nal[][] = []
  let slice = false
  for (const unit of units) {
    const first = isSlice(unit) && ((bytes[bytes.indexOf(1, unit.from) + 2] ?? 0) & 0x80) !== 0
    const begins = parts.length === 0 || (slice && (first || (unit.type >= 6 && unit.type <= 9)))
    if (begins) {
      parts.push([])
      slice = false
    }
    parts.at(-1)?.push(unit)
    if (isSlice(unit)) slice = true
  }
  return parts
}

/** Whether a PES begins with a NAL unit rather than amid a picture. */
const beginsUnit = (bytes: Uint8Array, units: readonly Nal[]): boolean =>
  units[0]?.from === 0 &&
  (units[0].type === 9 || (isSlice(units[0]) && ((bytes[bytes.indexOf(1) + 2] ?? 0) & 0x80) !== 0))

/** The packets of one pid as PES, each with the place of its first packet. */
export const pesIn = (packets: Uint8Array, pid: number): { at: number; pes: Pes }[] => {
  const found: { at: number; carried: Uint8Array[] }[] = []
  for (let at = 0; at + PACKET <= packets.length; at += PACKET) {
    const packet = packets.subarray(at, at + PACKET)
    if (pidOf(packet) !== pid) continue
    if (startsUnit(packet)) found.push({ at, carried: [] })
    found.at(-1)?.carried.push(payloadOf(packet))
  }
  return found.flatMap(({ at, carried }) => {
    const pes = readPes(joinBytes(carried))
    return pes ? [{ at, pes }] : []
  })
}

/**
 * A segment of H.264 in which each picture has a PES and times of its own (M03, K2, K14): hls.js gives the second picture
 * of a PES the time of the first. `order` is what the last SPS said. The same bytes when each picture has them already.
 */
export const withTimes = (
  packets: Uint8Array,
  pid: number,
  order: Order | null,
): { bytes: Uint8Array; order: Order | null } => {
  let known = order
  let needed = false
  let low = 0
  let high = 0
  const pictures: (Picture & { at: number })[] = []
  for (const { at, pes } of pesIn(packets, pid)) {
    const { payload } = pes
    const units = nalUnits(payload)
    const own = pes.pts === null || pes.dts === null ? null : { pts: pes.pts, dts: pes.dts }
    const last = pictures.at(-1)
    if (!own && last && !beginsUnit(payload, units)) {
      last.payload = joinBytes([last.payload, payload])
      continue
    }
    const parts = split(payload, units)
    if (!own || parts.length > 1) needed = true
    parts.forEach((part, i) => {
      const sps = part.find(({ type }) => type === 7)
      if (sps) known = readOrder(payload, sps)
      const slice = part.find(isSlice)
      const resets = slice?.type === 5
      let count: number | null = null
      if (slice && known) {
        const now = readLow(payload, slice, known)
        const span = 2 ** known.orderBits
        let turn = high
        if (resets) turn = 0
        else if (now < low && low - now >= span / 2) turn += span
        else if (now > low && now - low > span / 2) turn -= span
        // Counting goes on from pictures that others refer to (H.264, 8.2.1.1).
        if (((payload[payload.indexOf(1, slice.from) + 1] ?? 0) & 0x60) !== 0) {
          high = turn
          low = now
        }
        count = turn + now
      }
      const from = i === 0 ? 0 : (part[0]?.from ?? 0)
      const bytes = payload.subarray(from, parts[i + 1]?.[0]?.from ?? payload.length)
      pictures.push({ at, pes, payload: bytes, own: i === 0 ? own : null, order: count, resets })
    })
  }
  // Two fields share the time of their picture.
  if (!needed || known?.fields || pictures.every((picture) => !picture.own)) return { bytes: packets, order: known }
  const times = timesOf(pictures)
  const out: Uint8Array[] = []
  let counter = 0
  let next = 0
  let at = 0
  for (; at + PACKET <= packets.length; at += PACKET) {
    const packet = packets.subarray(at, at + PACKET)
    if (pidOf(packet) !== pid) {
      out.push(packet)
      continue
    }
    for (; pictures[next]?.at === at; next += 1) {
      const [picture, own] = [pictures[next], times[next]]
      if (!picture || !own) continue
      const made = packetize(pid, writePes({ ...picture.pes, payload: picture.payload }, own.pts, own.dts), counter)
      counter = made.counter
      out.push(made.packets)
    }
  }
  out.push(packets.subarray(at))
  return { bytes: joinBytes(out), order: known }
}
