import { z } from 'zod'
import {
  activityDetailModel,
  activityPageModel,
  activityQueryModel,
  healthHistoryModel,
  limitHistoryModel,
  limitPlanModel,
  usageModel,
} from '../models/activity-models.ts'
import { id, nothing } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** Requests as they were made, and what they say about limit, health and usage. */
export const activityOperations = {
  'activity.query': { input: activityQueryModel, output: activityPageModel },
  'activity.get': { input: z.object({ id: z.int() }), output: activityDetailModel },
  'activity.clear': { input: nothing, output: z.object({ removed: z.number() }) },
  /** The text of a problem report, to be shown before it is saved. */
  'activity.report': {
    input: z.object({ note: z.string().max(10_000) }),
    output: z.object({ reportId: id, text: z.string() }),
  },
  'limit.history': { input: nothing, output: limitHistoryModel },
  'limit.plan': { input: z.object({ requests: z.int().min(0).max(10_000_000) }), output: limitPlanModel },
  'health.history': { input: nothing, output: healthHistoryModel },
  'usage.get': { input: nothing, output: usageModel },
} as const satisfies OperationTable
