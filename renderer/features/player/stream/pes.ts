/** ISO/IEC 13818-1, 2.4.3.7: stamps count 90,000 a second, in 33 bits. */
const STAMP_TURN = 2 ** 33
/** Half a turn: 13 hours. */
export const HALF_TURN = STAMP_TURN / 2

export type Pes = {
  streamId: number
  /** PES_packet_length as written; 0 says that it is not bounded. */
  length: number
  pts: number | null
  dts: number | null
  payload: Uint8Array
}

const stampAt = (b: Uint8Array, at: number): number =>
  (((b[at] ?? 0) >> 1) & 7) * 2 ** 30 +
  ((((b[at + 1] ?? 0) << 7) | ((b[at + 2] ?? 0) >> 1)) * 2 ** 15 + (((b[at + 3] ?? 0) << 7) | ((b[at + 4] ?? 0) >> 1)))

const putStamp = (b: Uint8Array, at: number, mark: number, stamp: number): void => {
  b[at] = (mark << 4) | (Math.floor(stamp / 2 ** 30) << 1) | 1
  const middle = ((Math.floor(stamp / 2 ** 15) & 0x7fff) << 1) | 1
  const low = ((stamp & 0x7fff) << 1) | 1
  b.set([middle >> 8, middle & 0xff, low >> 8, low & 0xff], at + 1)
}

/** A PES packet of pictures; null for anything else. `dts` is `pts` where it is left out. */
export const readPes = (bytes: Uint8Array): Pes | null => {
  if (bytes.length < 9 || bytes[0] !== 0 || bytes[1] !== 0 || bytes[2] !== 1) return null
  const streamId = bytes[3] ?? 0
  if ((streamId & 0xf0) !== 0xe0 && streamId !== 0xfd) return null
  const flags = (bytes[7] ?? 0) >> 6
  const pts = flags & 2 ? stampAt(bytes, 9) : null
  return {
    streamId,
    length: ((bytes[4] ?? 0) << 8) | (bytes[5] ?? 0),
    pts,
    dts: flags === 3 ? stampAt(bytes, 14) : pts,
    payload: bytes.subarray(9 + (bytes[8] ?? 0)),
  }
}

/** The same packet with both stamps, `pts` and `dts` as given (90 kHz, any turn). */
export const writePes = (pes: Pes, pts: number, dts: number): Uint8Array => {
  const out = new Uint8Array(19 + pes.payload.length)
  const length = pes.length === 0 ? 0 : 13 + pes.payload.length
  out.set([0, 0, 1, pes.streamId, (length >> 8) & 0xff, length & 0xff, 0x80, 0xc0, 10])
  const turned = (stamp: number) => ((stamp % STAMP_TURN) + STAMP_TURN) % STAMP_TURN
  putStamp(out, 9, 3, turned(pts))
  putStamp(out, 14, 1, turned(dts))
  out.set(pes.payload, 19)
  return out
}

/** The PES that begins in `payload`, pictures or sound, with its stamps so many ticks earlier; a copy, or the same bytes. */
export const earlier = (payload: Uint8Array, ticks: number): Uint8Array => {
  const begins = payload[0] === 0 && payload[1] === 0 && payload[2] === 1 && ((payload[6] ?? 0) & 0xc0) === 0x80
  const flags = (payload[7] ?? 0) >> 6
  if (!begins || (flags & 2) === 0) return payload
  const out = payload.slice()
  for (const at of flags === 3 ? [9, 14] : [9])
    putStamp(out, at, (out[at] ?? 0) >> 4, (stampAt(out, at) - ticks + STAMP_TURN) % STAMP_TURN)
  return out
}

/** `a - b` of two stamps, the short way round. */
export const stampGap = (a: number, b: number): number => {
  const gap = (((a - b) % STAMP_TURN) + STAMP_TURN) % STAMP_TURN
  return gap > HALF_TURN ? gap - STAMP_TURN : gap
}
