import { z } from 'zod'
import { MOST_AT_ONCE, verdicts } from '../constants/session-constants.ts'
import { sessionIdModel } from './session-models.ts'

/** One change for many sessions. What it leaves out of a review stays as it is. */
export const bulkChangeModel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verdict'), verdict: z.enum(verdicts).nullable() }),
  z.object({ kind: z.literal('add-tags'), tags: z.array(z.string().trim().min(1).max(60)).min(1).max(50) }),
])
export type BulkChange = z.infer<typeof bulkChangeModel>

export const bulkSessionsModel = z.array(sessionIdModel).min(1).max(MOST_AT_ONCE)

/** `changed`: sessions that the call changed; others had the value already or are gone. */
export const bulkResultModel = z.object({ changed: z.number(), undoId: z.string() })
