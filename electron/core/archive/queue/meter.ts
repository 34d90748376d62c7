import type { Clock } from '../../base/ports.ts'

/** Window of the rate, ms: long enough to be calm, short enough to tell the truth. */
const WINDOW_MS = 5_000
/** A step of the clock larger than this is sleep or a jump: what was measured before says nothing (T07, X08). */
const JUMP_MS = 60_000

export type Meter = { add: (bytes: number) => void; rate: () => number | null }

/** Bytes per second over the last seconds; `bytes` are absolute and may fall when a transfer restarts. */
export const createMeter = (clock: Clock): Meter => {
  let samples: { at: number; bytes: number }[] = []
  const trim = (now: number) => {
    const last = samples.at(-1)
    if (last && (now < last.at || now - last.at > JUMP_MS)) samples = []
    while (samples.length > 2 && now - (samples[1]?.at ?? now) > WINDOW_MS) samples.shift()
  }
  return {
    add: (bytes) => {
      const now = clock.now()
      trim(now)
      const last = samples.at(-1)
      if (last && bytes < last.bytes) samples = []
      if (last && now - last.at < 100 && samples.length > 1) last.bytes = Math.max(last.bytes, bytes)
      else samples.push({ at: now, bytes })
    },
    rate: () => {
      const now = clock.now()
      trim(now)
      const first = samples[0]
      const last = samples.at(-1)
      if (!first || !last || first === last) return null
      const ms = Math.max(last.at, now) - first.at
      return ms > 0 ? ((last.bytes - first.bytes) / ms) * 1_000 : null
    },
  }
}

/** ms left at a rate; null when either is unknown or nothing moves. */
export const leftMs = (bytes: number, totalBytes: number | null, rate: number | null): number | null =>
  totalBytes === null || rate === null || rate <= 0 ? null : (Math.max(0, totalBytes - bytes) / rate) * 1_000
