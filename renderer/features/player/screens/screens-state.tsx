import { IconChartAreaLine, IconPlayerPause } from '@tabler/icons-react'
import { EmptyView } from '../../../ui/feedback/empty-view.tsx'
import classes from '../inspector/inspector.module.css'
import { reasonText } from './screens-text.ts'
import { type AnalysisView, useAnalysisActions, useAnalysisProgress } from './use-analysis.ts'

const icon = <IconChartAreaLine size={24} stroke={1.5} />

const PAUSED = {
  switch: 'The analysis is paused. Resume it in the status bar.',
  battery: 'It continues when the computer is no longer on battery.',
  playing: 'It continues when no recording plays.',
} as const

/** Why there are no screens yet, and what can be done about it. */
export const AnalysisState = ({ analysis }: { analysis: AnalysisView }) => {
  const { start, cancel } = useAnalysisActions()
  const progress = useAnalysisProgress()
  switch (analysis.state) {
    case 'running':
      return (
        <>
          <EmptyView
            icon={icon}
            title={progress === null ? 'Analysing…' : `Analysing… ${Math.floor(progress * 100)}%`}
            text="Screens, waiting parts and changes appear when the recording is analysed."
            action={{ label: 'Cancel', onClick: () => void cancel() }}
          />
          <div
            className={classes.progress}
            role="progressbar"
            aria-label="Analysis"
            aria-valuenow={Math.floor((progress ?? 0) * 100)}
          >
            <div style={{ transform: `scaleX(${progress ?? 0})` }} />
          </div>
        </>
      )
    case 'queued':
      return (
        <EmptyView icon={icon} title="Waiting to be analysed" text="Screens appear when the recording is analysed." />
      )
    case 'paused':
      return (
        <EmptyView
          icon={<IconPlayerPause size={24} stroke={1.5} />}
          title="Analysis paused"
          text={PAUSED[analysis.pausedBy ?? 'switch']}
        />
      )
    case 'failed':
      return (
        <EmptyView
          icon={icon}
          title="The recording couldn't be analysed"
          text={`${reasonText(analysis)} It plays all the same.`}
          action={{ label: 'Retry', onClick: () => void start() }}
        />
      )
    default:
      return (
        <EmptyView
          icon={icon}
          title="Not analysed yet"
          text="The analysis finds the recording's screens and the parts in which nothing changes."
          action={{ label: 'Analyse', onClick: () => void start() }}
        />
      )
  }
}
