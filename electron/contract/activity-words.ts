/** `ok` 2xx · `limited` 429 · `refused` other 4xx · `failed` 5xx, or an answer that cannot be used · `none` no answer. */
export const activityOutcomes = ['ok', 'limited', 'refused', 'failed', 'none'] as const
export type ActivityOutcome = (typeof activityOutcomes)[number]

export const activitySorts = ['at', 'method', 'path', 'status', 'ms', 'limit'] as const
export type ActivitySort = (typeof activitySorts)[number]
