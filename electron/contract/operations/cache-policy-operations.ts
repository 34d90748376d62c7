import { policyAnswerModel, policyRequestModel } from '../models/cache-policy-models.ts'
import { nothing } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** The cache policy of the service. */
export const cachePolicyOperations = {
  /** A refusal of the service is part of the answer, not a problem of the operation. */
  'cachePolicy.ask': { input: policyRequestModel, output: policyAnswerModel },
  /** Ends the question that is under way or waits for the limit. */
  'cachePolicy.stop': { input: nothing, output: nothing },
} as const satisfies OperationTable
