import { z } from 'zod'
import { PROBLEM_CODES, type Problem, type ProblemCode } from '../result.ts'

const count = z.number().nonnegative()

/** Codes that earlier versions stored, with the present one. */
const RENAMED: Record<string, ProblemCode> = { 'links-dead': 'links-expired' }
const codeModel = z.preprocess(
  (code) => (typeof code === 'string' && Object.hasOwn(RENAMED, code) ? RENAMED[code] : code),
  z.enum(PROBLEM_CODES),
)

/**
 * Reads what any version stored: a renamed code becomes the present one; an invalid `incomplete` or `disk` is dropped,
 * and the problem stays.
 */
export const problemModel: z.ZodType<Problem> = z.object({
  code: codeModel,
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
