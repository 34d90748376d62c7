/** ISO/IEC 13818-1, 2.4.3.2: a transport packet and its first byte. */
export const PACKET = 188
export const SYNC = 0x47

/** 192: four bytes of arrival time in front (Blu-ray, AVCHD); 204: sixteen of error correction behind (ETSI EN 300 744). */
const STRIDES = [188, 192, 204] as const
/** A sync byte at so many distances in a row is no accident. */
const PROVEN = 4
/** Bytes in front of the first packet that are looked through. */
const SEARCHED = 1_024

/**
 * Where transport packets lie in `bytes`: offset of the first and distance from one to the next, in bytes. Null when
 * these are no transport packets. Less than four packets count when they fill the bytes exactly.
 */
export const packetLayout = (bytes: Uint8Array): { first: number; stride: number } | null => {
  for (let first = 0; first < Math.min(SEARCHED, bytes.length); first += 1) {
    if (bytes[first] !== SYNC) continue
    for (const stride of STRIDES) {
      const held = Math.floor((bytes.length - first + stride - PACKET) / stride)
      const checked = Math.min(PROVEN, held)
      const whole = first < stride && held < PROVEN && (bytes.length - first) % stride <= stride - PACKET
      if (held < PROVEN && !whole) continue
      if (held > 0 && Array.from({ length: checked }, (_, i) => bytes[first + i * stride]).every((b) => b === SYNC))
        return { first, stride }
    }
  }
  return null
}

/** The packets alone, 188 bytes each, without what is before, between and behind them; the same bytes when they are so already. */
export const plainPackets = (bytes: Uint8Array): Uint8Array | null => {
  const layout = packetLayout(bytes)
  if (!layout) return null
  const { first, stride } = layout
  // hls.js joins a packet that is cut by the end of a segment to its rest, so that nothing is cut off here.
  if (stride === PACKET) return first === 0 ? bytes : bytes.subarray(first)
  const count = Math.floor((bytes.length - first + stride - PACKET) / stride)
  const plain = new Uint8Array(count * PACKET)
  for (let i = 0; i < count; i += 1) {
    const from = first + i * stride
    plain.set(bytes.subarray(from, from + PACKET), i * PACKET)
  }
  return plain
}

export const pidOf = (packet: Uint8Array): number => (((packet[1] ?? 0) & 0x1f) << 8) | (packet[2] ?? 0)
export const startsUnit = (packet: Uint8Array): boolean => ((packet[1] ?? 0) & 0x40) !== 0
export const counterOf = (packet: Uint8Array): number => (packet[3] ?? 0) & 0x0f

/** What a packet carries behind its header and adaptation field; empty when it carries nothing. */
export const payloadOf = (packet: Uint8Array): Uint8Array => {
  const control = ((packet[3] ?? 0) >> 4) & 3
  if ((control & 1) === 0) return packet.subarray(PACKET, PACKET)
  return packet.subarray(control === 3 ? Math.min(PACKET, 5 + (packet[4] ?? 0)) : 4, PACKET)
}

/** A payload as packets of `pid`; the last one is filled by its adaptation field. `counter` is that of the first one. */
export const packetize = (
  pid: number,
  payload: Uint8Array,
  counter: number,
): { packets: Uint8Array; counter: number } => {
  const count = Math.ceil(payload.length / (PACKET - 4))
  const packets = new Uint8Array(count * PACKET).fill(0xff)
  for (let i = 0, at = 0; i < count; i += 1) {
    const rest = Math.min(PACKET - 4, payload.length - at)
    const filling = PACKET - 4 - rest
    const packet = packets.subarray(i * PACKET, (i + 1) * PACKET)
    packet.set([
      SYNC,
      (i === 0 ? 0x40 : 0) | (pid >> 8),
      pid & 0xff,
      (filling > 0 ? 0x30 : 0x10) | ((counter + i) & 15),
    ])
    if (filling > 0) packet[4] = filling - 1
    if (filling > 1) packet[5] = 0
    packet.set(payload.subarray(at, at + rest), 4 + filling)
    at += rest
  }
  return { packets, counter: (counter + count) & 15 }
}
