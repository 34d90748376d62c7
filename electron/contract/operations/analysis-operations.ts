import { z } from 'zod'
import { analysisJobModel, analysisModel, analysisReportModel, analysisStatusModel } from '../models/analysis-models.ts'
import { id, nothing, session } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** What is read from a recording's pictures. Main owns queue and results; a worker of the page decodes. */
export const analysisOperations = {
  'analysis.get': { input: session, output: analysisModel, asText: true },
  /** Analyses the recording now, also one that failed; it must be open or archived. */
  'analysis.start': { input: session, output: analysisModel },
  /** Takes the recording out of the queue; what is done of it is kept for the next start. */
  'analysis.cancel': { input: session, output: analysisModel },
  'analysis.status': { input: nothing, output: analysisStatusModel },
  /** Says what the player does: the open recording is analysed after its first frame, others while nothing plays. */
  'analysis.playback': { input: z.object({ firstFrame: z.boolean(), playing: z.boolean() }), output: nothing },
  /** The next job for the page's worker. A page that asks has no other job: what it had is queued again. */
  'analysis.takeJob': { input: nothing, output: analysisJobModel.nullable() },
  /** What came of the job. Refused when it is not the one that the page was given last. */
  'analysis.report': {
    input: z.object({ jobId: id, report: analysisReportModel }),
    output: z.object({ proceed: z.enum(['run', 'pause', 'cancel']) }),
  },
} as const satisfies OperationTable
