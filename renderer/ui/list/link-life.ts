import { formatSpan } from '../text/format-text.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Links that cannot be renewed count as expiring soon below this. */
const SOON_MS = HOUR

type LinkLife = { tone: 'neutral' | 'attention' | 'error'; text: string }

/**
 * How long the last known links of a session still work. Null when no expiry is known. Renewable links are renewed
 * when the session is opened, so their expiry asks nothing of anybody. `expiresAt` and `now` in epoch ms.
 */
export const linkLife = (expiresAt: number | null, now: number, renewable: boolean): LinkLife | null => {
  if (expiresAt === null || !Number.isFinite(expiresAt)) return null
  const leftMs = expiresAt - now
  if (leftMs <= 0) return { tone: renewable ? 'neutral' : 'error', text: 'Expired' }
  return {
    tone: renewable || leftMs >= SOON_MS ? 'neutral' : 'attention',
    text: formatSpan(Math.max(1_000, leftMs)),
  }
}

/** How often the text above can change, ms. */
export const linkTick = (expiresAt: number | null, now: number): number =>
  expiresAt !== null && expiresAt > now && expiresAt - now < 2 * MINUTE ? 1_000 : 15_000
