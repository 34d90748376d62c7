import { formatSpan } from '../text/format-text.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Links count as expiring soon below this, or below the lead time of the settings when that is longer. */
const SOON_MS = HOUR

export type LinkLife = { tone: 'neutral' | 'waiting' | 'dead'; text: string; leftMs: number }

/**
 * How long the last known links of a session still work. Null when no expiry is known.
 * `expiresAt` and `now` in epoch ms, `leadMs` the lead time of the settings.
 */
export const linkLife = (expiresAt: number | null, now: number, leadMs = 0): LinkLife | null => {
  if (expiresAt === null || !Number.isFinite(expiresAt)) return null
  const leftMs = expiresAt - now
  if (leftMs <= 0) return { tone: 'dead', text: 'dead', leftMs }
  return {
    tone: leftMs < Math.max(SOON_MS, leadMs) ? 'waiting' : 'neutral',
    text: formatSpan(Math.max(1_000, leftMs)),
    leftMs,
  }
}

/** How often the text above can change, ms. */
export const linkTick = (expiresAt: number | null, now: number): number =>
  expiresAt !== null && expiresAt > now && expiresAt - now < 2 * MINUTE ? 1_000 : 15_000
