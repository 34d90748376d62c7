import { z } from 'zod'
import { cacheModes } from '../constants/cache-policy-headers.ts'
import { problemModel } from './problem-model.ts'

/** The three request headers of `GET /data/cache` (docs/service-contract.md, Endpoints); absent ones are not sent. */
export const policyRequestModel = z.object({
  mode: z.enum(cacheModes).optional(),
  /** Milliseconds; zero forces a refresh. */
  maxAgeMs: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Seconds; zero bypasses caching. */
  ttlSeconds: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type PolicyRequest = z.infer<typeof policyRequestModel>

/** Header lines as they travelled: order, spelling, repetitions; secret values redacted. */
export const headerLinesModel = z.array(z.tuple([z.string(), z.string()]))
export type HeaderLines = z.infer<typeof headerLinesModel>

/** One asking: what was sent and what came, also when the service refused. */
export const policyAnswerModel = z.object({
  /** Epoch ms, local clock. */
  at: z.number(),
  asked: policyRequestModel,
  request: z.object({ method: z.string(), url: z.string(), headers: headerLinesModel }),
  /** Null: no answer came. */
  answer: z.object({ status: z.number(), headers: headerLinesModel, ms: z.number(), bytes: z.number() }).nullable(),
  /** The policy as JSON text, as the service sent it; null when there is none. */
  json: z.string().nullable(),
  /** True: `json` is only the beginning, because the whole is too large to show. */
  cut: z.boolean(),
  problem: problemModel.nullable(),
})
export type PolicyAnswer = z.infer<typeof policyAnswerModel>
