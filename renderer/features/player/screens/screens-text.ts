import { analysisReasonText } from '../../../../electron/contract/text/analysis-text.ts'
import type { AnalysisView } from './use-analysis.ts'
import { useAnalysisProgress } from './use-analysis.ts'

const PAUSED = {
  switch: 'analysis paused',
  battery: 'analysis paused on battery',
  playing: 'analysis paused while a recording plays',
} as const

/** How far the analysis is, as the rest of a sentence; null when there is nothing to say. */
export const analysisText = ({ state, pausedBy, quick }: AnalysisView): string | null => {
  const lane = quick ? 'activity estimated from data size' : null
  switch (state) {
    case 'queued':
      return lane ?? 'waiting to be analysed'
    case 'running':
      return lane ?? 'analysing…'
    case 'paused':
      return pausedBy ? PAUSED[pausedBy] : 'analysis paused'
    case 'failed':
      return "couldn't be analysed"
    default:
      return lane
  }
}

/** `analysing… 34%` while it runs, else null. */
export const useProgressText = (analysis: AnalysisView): string | null => {
  const progress = useAnalysisProgress()
  return analysis.state === 'running' && progress !== null ? `analysing… ${Math.floor(progress * 100)}%` : null
}

export const reasonText = ({ reason }: AnalysisView): string =>
  reason === null ? 'The cause is not known.' : analysisReasonText[reason]
