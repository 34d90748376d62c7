/** What is done with parts in which nothing changes. */
export const waitingModes = ['show', 'speed', 'skip'] as const
export type WaitingMode = (typeof waitingModes)[number]

export const nextWaitingMode = (mode: WaitingMode): WaitingMode =>
  waitingModes[(waitingModes.indexOf(mode) + 1) % waitingModes.length] ?? 'show'

export const WAITING_SPEED = 8
/** Kept on either side of a part that is skipped or sped through. */
const KEPT_MS = 300

type Interval = { startMs: number; endMs: number }
/** Seconds. */
export type Span = { fromS: number; toS: number }

/** The waiting part a moment lies in, without what is kept on its sides; null: something happens, or soon will. */
export const waitingAt = (still: readonly Interval[], timeS: number): Span | null => {
  let low = 0
  let high = still.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((still[middle] as Interval).startMs <= timeS * 1_000) low = middle + 1
    else high = middle
  }
  const found = still[low - 1]
  if (!found) return null
  const span = { fromS: (found.startMs + KEPT_MS) / 1_000, toS: (found.endMs - KEPT_MS) / 1_000 }
  return timeS >= span.fromS && timeS < span.toS ? span : null
}

/** Neighbours without a moment between them are one part: what lies between is shorter than what is kept. */
export const joined = (still: readonly Interval[]): Interval[] => {
  const out: Interval[] = []
  for (const { startMs, endMs } of still) {
    const last = out.at(-1)
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs)
    else out.push({ startMs, endMs })
  }
  return out
}

/** ms in which nothing changes. */
export const stillMs = (still: readonly Interval[]): number =>
  joined(still).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
