import { z } from 'zod'
import { verdicts } from '../constants/session-constants.ts'
import { sessionIdModel } from './session-models.ts'

const verdictModel = z.enum(verdicts)
const outcomeModel = z.enum([...verdicts, 'skipped'])

/** A verdict with its reason, as the review of a session keeps them. */
export const judgementModel = z.object({
  verdict: verdictModel,
  reason: z.string().trim().max(2_000).nullable(),
})
export type Judgement = z.infer<typeof judgementModel>

/** Where a queue of sessions to judge is. */
export const reviewQueueModel = z.object({
  total: z.number(),
  done: z.record(outcomeModel, z.number()),
  /** The session to judge now; places count from 1. Null: none is left. */
  current: z.object({ place: z.number(), sessionId: sessionIdModel, outcome: outcomeModel.nullable() }).nullable(),
  /** The session that comes after it when nothing else happens; null: it is the last one. */
  nextId: sessionIdModel.nullable(),
  /** Whether something was done that can be undone. */
  canUndo: z.boolean(),
})
export type ReviewQueue = z.infer<typeof reviewQueueModel>
