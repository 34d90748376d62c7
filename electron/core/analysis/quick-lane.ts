import { MOST_BUCKETS } from '../../contract/constants/analysis-constants.ts'
import type { QuickLane } from '../../contract/models/analysis-models.ts'

/** One coded picture of a recording; `key`: coded on its own. */
export type Packet = { timeMs: number; bytes: number; key: boolean }

const SHORTEST_MS = 100

const middleOf = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Approximate activity from the sizes of packets: a picture that changes as a whole costs about as many bytes as one that
 * is coded on its own, a still one nearly none. What is coded on its own says nothing of change and is left out.
 */
export const quickLaneOf = (packets: readonly Packet[], durationMs: number): QuickLane | null => {
  const keys = packets.filter(({ key }) => key)
  const whole = middleOf(keys.map(({ bytes }) => bytes))
  if (whole === 0 || durationMs <= 0 || keys.length === packets.length) return null
  const bucketMs = Math.max(SHORTEST_MS, Math.ceil(durationMs / MOST_BUCKETS))
  const bytes = new Float64Array(Math.min(MOST_BUCKETS, Math.ceil(durationMs / bucketMs)))
  for (const { timeMs, bytes: size, key } of packets) {
    const bucket = Math.floor(timeMs / bucketMs)
    if (!key && bucket >= 0 && bucket < bytes.length) bytes[bucket] = (bytes[bucket] as number) + size
  }
  const share = Array.from(bytes, (sum) => Math.min(1_000, Math.round((sum / whole) * 1_000)))
  return { durationMs: Math.round(durationMs), bucketMs, share }
}
