import type { AnalysisReason } from '../constants/analysis-constants.ts'

/** Why a recording has no analysis, as one sentence. */
export const analysisReasonText: Record<AnalysisReason, string> = {
  'not-reachable': 'Part of the recording could not be loaded.',
  missing: 'Part of the recording is missing in the storage.',
  'not-a-recording': 'The recording is neither an MP4 nor a playlist.',
  'no-video': 'The recording has no video.',
  'unknown-codec': "This computer can't decode the recording's video format.",
  damaged: "A frame of the recording can't be decoded.",
  stopped: 'The analysis stopped unexpectedly more than once.',
}
