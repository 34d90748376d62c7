/** `ok` 2xx · `limited` 429 · `refused` other 4xx · `failed` 5xx, or an answer that cannot be used · `none` no answer. */
export const activityOutcomes = ['ok', 'limited', 'refused', 'failed', 'none'] as const
export type ActivityOutcome = (typeof activityOutcomes)[number]

export const activitySorts = ['at', 'method', 'path', 'status', 'ms', 'limit', 'problem'] as const
export type ActivitySort = (typeof activitySorts)[number]

/** How often the service's health is asked for: in the usual case, and while it is down, so that its return is noticed. */
export const HEALTH_EVERY_MS = { up: 60_000, down: 10_000 } as const
