import { z } from 'zod'

/** Steps that are read of one session; what is beyond is counted. */
export const MOST_STEPS = 2_000

/**
 * One entry of a session's `steps`, whose shape no service publishes: what could be read of it, and the entry itself
 * where that is not all of it. Texts are redacted.
 */
const stepModel = z.object({
  /** ms of video time; null: the entry has none. */
  atMs: z.number().nonnegative().nullable(),
  /** Epoch ms on the server's clock, where the entry names a date; null: none. */
  at: z.number().nullable(),
  /** `click`, `goto`; null: none could be read. */
  action: z.string().nullable(),
  text: z.string().nullable(),
  url: z.string().nullable(),
  /** The entry says that it failed. */
  failed: z.boolean(),
  /** The entry as JSON, cut; null where the fields above say all of it. */
  json: z.string().nullable(),
})
export type Step = z.infer<typeof stepModel>

export const sessionStepsModel = z.object({
  /** In the order of the service. */
  steps: z.array(stepModel).max(MOST_STEPS),
  omitted: z.number().int().nonnegative(),
})
export type SessionSteps = z.infer<typeof sessionStepsModel>
