import { useEffect } from 'react'
import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import { invoke, useAsk } from '../../bridge.ts'
import classes from './status-bar.module.css'
import { analysisText } from './status-text.ts'

let loaded = false
/** Loaded with the first recording that waits: most starts analyse nothing. */
const loadRunner = (): void => {
  if (loaded) return
  loaded = true
  import('../analysis/runner.ts').then(
    ({ runAnalyses }) => runAnalyses(),
    () => {
      loaded = false
    },
  )
}

const setPaused = (analysisPaused: Settings['analysisPaused']) => void invoke('settings.set', { analysisPaused })

/** What is analysed now, with the switch that stops it. */
export const AnalysisState = () => {
  const status = useAsk('analysis.status', undefined).data
  const wanted = status !== undefined && (status.queued > 0 || status.current !== null)
  useEffect(() => {
    if (wanted) loadRunner()
  }, [wanted])
  const text = status ? analysisText(status) : null
  if (!status || !text) return null
  const stopped = status.pausedBy === 'switch'
  return (
    <div className={classes.analysis}>
      <span className={classes.text} title={text}>
        {text}
      </span>
      {status.pausedBy === null || stopped ? (
        <button
          type="button"
          className={classes.act}
          aria-label={stopped ? 'Resume analysis' : 'Pause analysis'}
          onClick={() => setPaused(!stopped)}
        >
          {stopped ? 'Resume' : 'Pause'}
        </button>
      ) : null}
    </div>
  )
}
