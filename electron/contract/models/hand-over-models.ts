import { z } from 'zod'
import { MOST_REVIEWS, reviewFormats } from '../constants/hand-over-constants.ts'
import { verdicts } from '../constants/session-constants.ts'
import { reviewPatchModel, sessionIdModel, sessionQueryModel } from './session-models.ts'

const { title, verdictReason, tags, note } = reviewPatchModel.required().shape

/** ISO 8601 with its zone, as `Date` reads it; epoch ms inside. */
const timeModel = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .nullable()

/** One review of a file, with what an import takes of it. Times become epoch ms. */
export const reviewRecordModel = z.object({
  session: sessionIdModel,
  title,
  verdict: z.enum(verdicts).nullable(),
  reason: verdictReason,
  tags,
  note,
  /** Timed notes, and marks without a text; ms of video time. */
  marks: z.array(z.object({ atMs: z.number().min(0).max(1e10), text: z.string().trim().max(2_000) })).max(2_000),
  verdictAt: timeModel,
  changedAt: timeModel,
})
export type ReviewRecord = z.infer<typeof reviewRecordModel>

/** Sessions whose reviews are exported: those that match a query, in its order, or just these. */
export const reviewExportModel = z.object({
  sessions: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('query'),
      query: sessionQueryModel.pick({ text: true, chips: true, sort: true, direction: true }),
    }),
    z.object({ kind: z.literal('ids'), sessionIds: z.array(sessionIdModel).min(1).max(MOST_REVIEWS) }),
  ]),
  format: z.enum(reviewFormats),
  /** CSV begins with a byte-order mark, by which Excel knows UTF-8. */
  bom: z.boolean(),
})
export type ReviewExport = z.infer<typeof reviewExportModel>

const conflictSideModel = z.object({
  verdict: z.enum(verdicts).nullable(),
  reason: z.string().nullable(),
  changedAt: z.number().nullable(),
})
const reviewConflictModel = z.object({
  sessionId: sessionIdModel,
  title: z.string().nullable(),
  /** The side that changed last: its review stays. */
  newer: z.enum(['here', 'there']),
  here: conflictSideModel,
  there: conflictSideModel,
})

/** What an import changes, session by session: each is counted once. */
export const importPlanModel = z.object({
  /** Without a review here. */
  added: z.number(),
  /** Another review here, which is older. */
  replaced: z.number(),
  /** Another review here, which is newer: it stays. */
  kept: z.number(),
  same: z.number(),
  /** Timed notes and marks that are missing here. */
  marks: z.number(),
  /** Sessions that are not in the list: their reviews appear once they are. */
  unlisted: z.number(),
  /** The first MOST_CONFLICTS of `replaced` and `kept`. */
  conflicts: z.array(reviewConflictModel),
})
export type ImportPlan = z.infer<typeof importPlanModel>
