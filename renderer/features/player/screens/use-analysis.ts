import { useDeferredValue } from 'react'
import { thumbnailPath } from '../../../../electron/contract/media-paths.ts'
import type { Analysis } from '../../../../electron/contract/models/analysis-models.ts'
import { invoke, useAsk } from '../../../bridge.ts'
import { usePlayer } from '../player-context.ts'
import { showToast } from '../player-store.ts'

/** What the analysis knows of the recording, without the progress, which changes several times a second. */
export type AnalysisView = Pick<Analysis, 'state' | 'pausedBy' | 'quick' | 'record' | 'thumbnails' | 'reason'>

const NONE: AnalysisView = { state: 'none', pausedBy: null, quick: null, record: null, thumbnails: null, reason: null }

/** Deferred: a record brings many parts at once, and drawn in one task they would be a pause of what plays. */
export const useAnalysis = (sessionId: string): AnalysisView => {
  const analysis = useDeferredValue(useAsk('analysis.get', { sessionId }).data)
  return analysis?.sessionId === sessionId ? analysis : NONE
}

/** Share of the recording that is analysed, 0 to 1; null: its analysis does not run. */
export const useAnalysisProgress = (): number | null => {
  const { sessionId } = usePlayer()
  const { data: status } = useAsk('analysis.status', undefined)
  return status?.current?.sessionId === sessionId ? status.current.progress : null
}

export const useAnalysisActions = () => {
  const { sessionId, store } = usePlayer()
  const run = (name: 'analysis.start' | 'analysis.cancel') => async () => {
    const result = await invoke(name, { sessionId })
    if (result.ok) return
    const { message, next } = result.problem
    showToast(store, message, { bad: true, ...(next ? { next } : {}) })
  }
  return { start: run('analysis.start'), cancel: run('analysis.cancel') }
}

/** The address of a screen's picture, by its index; null: none was made. */
export const useThumbnail = (thumbnails: string | null): ((index: number) => string | null) => {
  const { sessionId } = usePlayer()
  return (index) => (thumbnails === null ? null : thumbnailPath(sessionId, thumbnails, index))
}
