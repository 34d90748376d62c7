import { z } from 'zod'
import { PROBLEM_CODES, type Problem } from '../result.ts'

const count = z.number().nonnegative()

/** Reads what any version stored: an absent or odd `incomplete` or `disk` costs itself, not the problem. */
export const problemModel: z.ZodType<Problem> = z.object({
  code: z.enum(PROBLEM_CODES),
  message: z.string(),
  next: z.string().optional(),
  status: z.number().optional(),
  details: z.string().optional(),
  fields: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).optional(),
  unsent: z.literal(true).optional(),
  retryAfterMs: z.number().optional(),
  incomplete: z
    .object({ missing: count, total: count, unit: z.enum(['segments', 'pictures']) })
    .optional()
    .catch(undefined),
  disk: z.object({ needBytes: count.nullable(), haveBytes: count.nullable() }).optional().catch(undefined),
})
