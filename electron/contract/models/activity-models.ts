import { z } from 'zod'
import { activityOutcomes, activitySorts } from '../constants/activity-constants.ts'
import { PROBLEM_CODES } from '../result.ts'
import { headerLinesModel } from './cache-policy-models.ts'

/** One request to the service, redacted (core/service/journal.ts). */
const activityRowModel = z.object({
  id: z.number(),
  /** Epoch ms, local clock, of sending. */
  at: z.number(),
  method: z.string(),
  path: z.string(),
  /** Null: no answer came. */
  status: z.number().nullable(),
  ms: z.number(),
  limitLeft: z.number().nullable(),
  problem: z.enum(PROBLEM_CODES).nullable(),
  outcome: z.enum(activityOutcomes),
})
export type ActivityRow = z.infer<typeof activityRowModel>

export const activityFilterModel = z.object({
  /** In method, path, status and problem code. */
  text: z.string().max(500).default(''),
  outcomes: z.array(z.enum(activityOutcomes)).max(activityOutcomes.length).default([]),
  methods: z
    .array(z.enum(['GET', 'PUT', 'POST']))
    .max(3)
    .default([]),
  sort: z.enum(activitySorts).default('at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
})
export type ActivityFilter = z.infer<typeof activityFilterModel>
export const activityQueryModel = activityFilterModel.extend({
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(500).default(100),
})
export type ActivityQuery = z.infer<typeof activityQueryModel>
export const activityPageModel = z.object({ rows: z.array(activityRowModel), total: z.number() })
export type ActivityPage = z.infer<typeof activityPageModel>

export const activityDetailModel = activityRowModel.extend({
  url: z.string(),
  requestHeaders: headerLinesModel,
  answerHeaders: headerLinesModel,
  /** A command line that asks the same, with `$REPLAY_DESK_TOKEN` in the place of the token. */
  curl: z.string(),
})
export type ActivityDetail = z.infer<typeof activityDetailModel>

/** The limit over the last hour, oldest first, at most 720 points. */
export const limitHistoryModel = z.object({
  points: z.array(z.object({ at: z.number(), limit: z.number().nullable(), remaining: z.number() })),
  /** When a 429 came. */
  refusals: z.array(z.number()),
})
export type LimitHistory = z.infer<typeof limitHistoryModel>

/** How long so many requests take at the present limit, the person's reserve left out. */
export const limitPlanModel = z.object({
  requests: z.number(),
  /** Epoch ms, local clock; null when the limit is unknown. */
  doneAt: z.number().nullable(),
  /** Of them at once, in the present window. */
  atOnce: z.number().nullable(),
  /** Whole windows to wait for. */
  windows: z.number().nullable(),
  /** Requests of each window kept for the person. */
  reserve: z.number().nullable(),
})
export type LimitPlan = z.infer<typeof limitPlanModel>

/** Checks of the last 24 hours, oldest first, at most 1,500. */
export const healthHistoryModel = z.object({
  checks: z.array(
    z.object({
      at: z.number(),
      state: z.enum(['up', 'down']),
      latencyMs: z.number().nullable(),
      version: z.string().nullable(),
    }),
  ),
})
export type HealthHistory = z.infer<typeof healthHistoryModel>

/** `GET /usage`, read only (docs/deployments.md, Usage). */
export const usageModel = z.object({
  at: z.number(),
  /** JSON text as the service sent it; null: this service does not offer it. */
  json: z.string().nullable(),
})
