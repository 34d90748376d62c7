export type RateState = { allowed: boolean; limit: number; remaining: number; resetS: number }

/**
 * Fixed windows, one per caller. A window starts with the caller's first request and is aligned to whole seconds, so
 * that the reset in Unix seconds (docs/service-contract.md, Limits 1) is exact. Refused requests do not count.
 */
export const createRateWindows = (now: () => number, settings: () => { limit: number; windowS: number }) => {
  const windows = new Map<string, { endsAt: number; used: number }>()
  return {
    take: (caller: string): RateState => {
      const { limit, windowS } = settings()
      let window = windows.get(caller)
      if (!window || now() >= window.endsAt) {
        window = { endsAt: Math.floor(now() / 1000) * 1000 + windowS * 1000, used: 0 }
        windows.set(caller, window)
      }
      const allowed = window.used < limit
      if (allowed) window.used += 1
      return { allowed, limit, remaining: Math.max(0, limit - window.used), resetS: window.endsAt / 1000 }
    },
  }
}
