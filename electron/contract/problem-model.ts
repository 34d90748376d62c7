import { z } from 'zod'
import { PROBLEM_CODES, type Problem } from './result.ts'

export const problemModel: z.ZodType<Problem> = z.object({
  code: z.enum(PROBLEM_CODES),
  message: z.string(),
  next: z.string().optional(),
  status: z.number().optional(),
  details: z.string().optional(),
  fields: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).optional(),
  unsent: z.literal(true).optional(),
  retryAfterMs: z.number().optional(),
})
