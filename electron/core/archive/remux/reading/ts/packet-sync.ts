export const PACKET = 188
export const SYNC = 0x47
/** Packets alone, with a time stamp in front (m2ts), and with 16 bytes of error correction behind. */
const STRIDES = [188, 192, 204]
/** Sync bytes in a row that noise does not have. */
const ENOUGH = 5

/** Whether packets are at `at` and every `stride` bytes on, as far as the bytes go, up to a few. */
export const inStep = (bytes: Buffer, at: number, stride: number): boolean => {
  for (let n = 0; n < ENOUGH && at + n * stride < bytes.length; n++) {
    if (bytes[at + n * stride] !== SYNC) return false
  }
  return at < bytes.length
}

/** Packets in a row that are believed away from the beginning, where the bytes end. */
const FEW = 3

/** The next place from which packets follow each other. One alone is believed at the very beginning only. */
export const findPackets = (bytes: Buffer, from: number): { at: number; stride: number } | null => {
  for (let at = bytes.indexOf(SYNC, from); at >= 0; at = bytes.indexOf(SYNC, at + 1)) {
    for (const stride of STRIDES) {
      const few = at + (FEW - 1) * stride >= bytes.length
      // Near the end, packets are believed that reach it exactly.
      if (at > 0 && few && (at + stride >= bytes.length || (bytes.length - at) % stride !== 0)) continue
      if (inStep(bytes, at, stride)) return { at, stride }
    }
    if (at + PACKET >= bytes.length) return null
  }
  return null
}
