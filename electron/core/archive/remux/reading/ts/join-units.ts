/** One NAL unit without its start code. `code` is where its start code begins; `chunk` numbers the piece it lies in. */
export type Nal = { bytes: Buffer; from: number; to: number; kind: number; code: number; chunk: number }

/**
 * The units of a picture with their lengths in front (ISO 14496-15, 4.3.3). Units of one piece are moved in place:
 * start codes of four bytes become lengths, and for those of three the units before them move by a byte, down to
 * `floor` at most. Everything else is copied.
 */
export const joinUnits = (nals: Nal[], floor: number): Buffer => inPlace(nals, floor) ?? copied(nals)

const inPlace = (nals: Nal[], floor: number): Buffer | null => {
  const last = nals[nals.length - 1] as Nal
  const { bytes, chunk } = last
  const targets: number[] = new Array(nals.length)
  let end = last.to
  for (let n = nals.length - 1; n >= 0; n--) {
    const nal = nals[n] as Nal
    if (nal.chunk !== chunk) return null
    const target = end - (nal.to - nal.from)
    if (target > nal.from) return null // a move to the right would write over the next unit
    targets[n] = target
    end = target - 4
  }
  const begin = end
  if (begin < floor) return null
  for (let n = 0; n < nals.length; n++) {
    const { from, to } = nals[n] as Nal
    const target = targets[n] as number
    if (target !== from) bytes.copyWithin(target, from, to)
    writeLength(bytes, target - 4, to - from)
  }
  return bytes.subarray(begin, last.to)
}

const copied = (nals: Nal[]): Buffer => {
  const out = Buffer.allocUnsafe(nals.reduce((sum, { from, to }) => sum + 4 + to - from, 0))
  let at = 0
  for (const { bytes, from, to } of nals) {
    writeLength(out, at, to - from)
    bytes.copy(out, at + 4, from, to)
    at += 4 + to - from
  }
  return out
}

const writeLength = (bytes: Buffer, at: number, length: number): void => {
  bytes[at] = length >>> 24
  bytes[at + 1] = length >>> 16
  bytes[at + 2] = length >>> 8
  bytes[at + 3] = length
}
