import type { AnalysisRecord } from '../../../electron/contract/models/analysis-models.ts'
import type { Playback } from './engine/playback.ts'
import { nearTime } from './near-time.ts'
import { type PlayerStore, setWaiting, showToast } from './player-store.ts'
import type { Failure } from './steps/failure-moment.ts'
import { inTime, stepText, type TimedStep } from './steps/timed-steps.ts'
import { changesOf } from './timeline/activity-area.ts'
import { zoomAt } from './timeline/axis-view.ts'
import { nextWaitingMode } from './waiting/waiting.ts'
import { waitingText } from './waiting/waiting-button.tsx'

export type InsightNeeds = {
  store: PlayerStore
  playback: () => Playback | null
  record: () => AnalysisRecord | null
  steps: () => readonly TimedStep[] | null
  failure: () => Failure | null
}

const ZOOM = 2

/** Commands that go by what is known of the recording: its screens, changes, steps and failure. */
export const createInsightCommands = ({ store, playback, record, steps, failure }: InsightNeeds) => {
  /** Goes to the moment before or after in `times`, seconds; `say`: what is said of it. */
  const go = (times: readonly number[], direction: 1 | -1, none: string, say?: (index: number) => string) => {
    const { timeS, playing } = store.getState()
    const index = nearTime(times, timeS, direction, playing)
    const time = times[index]
    if (time === undefined) return showToast(store, direction === 1 ? `No more ${none}.` : `No earlier ${none}.`)
    playback()?.seek(time)
    if (say) showToast(store, say(index))
  }
  const withRecord = (run: (record: AnalysisRecord) => void) => () => {
    const known = record()
    if (known) run(known)
    else showToast(store, "The recording isn't analysed yet.", { next: 'The Screens tab shows how far it is.' })
  }
  const toScreen = (direction: 1 | -1) =>
    withRecord(({ screens }) => {
      const times = screens.map(({ startMs }) => startMs / 1_000)
      go(times, direction, 'screens', (index) => `Screen ${index + 1} of ${screens.length}`)
    })
  const toChange = (direction: 1 | -1) => withRecord(({ activity }) => go(changesOf(activity), direction, 'changes'))
  const toStep = (direction: 1 | -1) => () => {
    const timed = inTime(steps() ?? [])
    const times = timed.map(({ mediaMs }) => mediaMs / 1_000)
    go(times, direction, 'steps', (index) => {
      const step = timed[index]
      return step ? stepText(step) : ''
    })
  }
  const toFailure = () => {
    const known = failure()
    if (!known) return showToast(store, 'This session did not fail.')
    if (known.atMs === null) return showToast(store, known.text, { next: 'No step says when.', bad: true })
    playback()?.seek(known.atMs / 1_000)
    showToast(store, known.text)
  }
  const zoom = (factor: number) => () => {
    const { axisView, lengthS, timeS } = store.getState()
    if (lengthS !== null) store.setState({ axisView: zoomAt(axisView, lengthS, factor, timeS) })
  }
  const waiting = () => {
    const next = nextWaitingMode(store.getState().waiting)
    setWaiting(store, next)
    showToast(store, waitingText[next])
  }

  return {
    screenBack: toScreen(-1),
    screenAhead: toScreen(1),
    stepBack: toStep(-1),
    stepAhead: toStep(1),
    changeBack: toChange(-1),
    changeAhead: toChange(1),
    failure: toFailure,
    waiting: waiting,
    zoomIn: zoom(ZOOM),
    zoomOut: zoom(1 / ZOOM),
    zoomReset: () => store.setState({ axisView: null }),
  } satisfies Record<string, () => void>
}
