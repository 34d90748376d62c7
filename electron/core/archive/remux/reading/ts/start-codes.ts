export const START_CODE = Buffer.from([0, 0, 1])

/** Whether a start code is at `at`, and how long it is: 0, 3 or 4. */
export const startCodeAt = (bytes: Buffer, at: number, end: number): number => {
  if (at + 3 > end || bytes[at] !== 0 || bytes[at + 1] !== 0) return 0
  if (bytes[at + 2] === 1) return 3
  return bytes[at + 2] === 0 && at + 4 <= end && bytes[at + 3] === 1 ? 4 : 0
}

/** The place of the last start code between two places, with a zero in front of it; -1 when there is none. */
export const lastStartCode = (bytes: Buffer, from: number, to: number): number => {
  const at = bytes.subarray(from, to).lastIndexOf(START_CODE)
  if (at < 0) return -1
  return at > 0 && bytes[from + at - 1] === 0 ? from + at - 1 : from + at
}
