import type { z } from 'zod'
import { accountOperations } from './operations/account-operations.ts'
import { activityOperations } from './operations/activity-operations.ts'
import { analysisOperations } from './operations/analysis-operations.ts'
import { appOperations } from './operations/app-operations.ts'
import { archiveOperations } from './operations/archive-operations.ts'
import { cachePolicyOperations } from './operations/cache-policy-operations.ts'
import { cookieOperations, profileOperations } from './operations/cookie-operations.ts'
import { functionOperations } from './operations/function-operations.ts'
import { handOverActionOperations, handOverOperations } from './operations/hand-over-operations.ts'
import type { HandlersOf, OperationTable } from './operations/operation-table.ts'
import { linkOperations, replayOperations } from './operations/replay-operations.ts'
import { reviewOperations } from './operations/review-operations.ts'
import { sessionOperations } from './operations/session-operations.ts'
import {
  activityActionOperations,
  archiveActionOperations,
  cookieActionOperations,
  windowOperations,
} from './operations/shell-operations.ts'
import { viewOperations } from './operations/view-operations.ts'

/** Answered by core, with a window or without one. */
const coreOperations = {
  ...appOperations,
  ...accountOperations,
  ...sessionOperations,
  ...viewOperations,
  ...reviewOperations,
  ...handOverOperations,
  ...replayOperations,
  ...linkOperations,
  ...analysisOperations,
  ...archiveOperations,
  ...profileOperations,
  ...cookieOperations,
  ...functionOperations,
  ...cachePolicyOperations,
  ...activityOperations,
} as const satisfies OperationTable

/**
 * Every operation the page can ask for, each named once, in the table of its domain. Sessions, marks and replays belong
 * to the active account, whose id core adds, unless the input names one. Each call answers a Result; invalid input is a
 * problem, not an exception.
 */
export const operations = {
  ...coreOperations,
  ...windowOperations,
  ...archiveActionOperations,
  ...cookieActionOperations,
  ...activityActionOperations,
  ...handOverActionOperations,
} as const satisfies OperationTable

export type OperationName = keyof typeof operations
export type TextOperationName = {
  [N in OperationName]: (typeof operations)[N] extends { asText: true } ? N : never
}[OperationName]

export type Input<N extends OperationName> = z.input<(typeof operations)[N]['input']>
export type Output<N extends OperationName> = z.output<(typeof operations)[N]['output']>
export type Handlers = HandlersOf<typeof operations>
export type CoreHandlers = HandlersOf<typeof coreOperations>
export type Handler<N extends OperationName> = Handlers[N]
