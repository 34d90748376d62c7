import { randomUUID } from 'node:crypto'
import type { AnalysisPause } from '../../contract/constants/analysis-constants.ts'
import type { Clock } from '../base/ports.ts'
import { keyOf, type Recording, type Wanted } from './wanted.ts'

/** The recording that the page analyses now. */
export type Job = Recording & {
  id: string
  /** Not of the recording that the player shows: it makes way for everything else. */
  background: boolean
  progress: number
  /** Key of the thumbnails that come with it. */
  thumbnails: string
  /** Thumbnails that were kept. */
  kept: number
  /** The page was told to end it. */
  ending: boolean
}
type Next = { recording: Recording; background: boolean }

/** The page says something every few seconds, also while it waits; a page that is silent for so long is gone. */
const SILENT_MS = 60_000
/** A recording that ends the page so often is not tried again. */
const MOST_STARTS = 3

/** Who has which job, and what holds the others back. The page has one at a time. */
export const createJobs = (config: {
  wanted: Wanted
  clock: Clock
  /** The switch. */
  stopped: () => boolean
  onBattery: () => boolean
  playing: () => boolean
  /** A recording has ended the page more than once. */
  onGivenUp: (job: Job) => void
  onChange: () => void
}) => {
  const { wanted, clock } = config
  const starts = new Map<string, number>()
  let job: Job | null = null
  let stopWatching = (): void => {}

  const backgroundPause = (): AnalysisPause | null =>
    config.playing() ? 'playing' : config.onBattery() ? 'battery' : null
  const pauseOf = (background: boolean): AnalysisPause | null =>
    config.stopped() ? 'switch' : background ? backgroundPause() : null

  const next = (): Next | null => {
    const open = wanted.open().find(({ firstFrame }) => firstFrame)
    if (open) return { recording: open, background: false }
    const [archived] = wanted.archived(1)
    return archived ? { recording: archived, background: true } : null
  }
  /** The page that had it is gone; what it was may be the reason. */
  const lost = (): void => {
    if (!job) return
    stopWatching()
    const gone = job
    job = null
    const count = starts.get(keyOf(gone)) ?? 0
    if (!gone.ending && count >= MOST_STARTS) config.onGivenUp(gone)
  }
  const watch = (): void => {
    stopWatching()
    stopWatching = clock.after(SILENT_MS, () => {
      lost()
      config.onChange()
    })
  }

  return {
    current: (): Job | null => job,
    pauseOf,
    /** What holds the job or, without one, the next recording back. */
    pausedBy: (): AnalysisPause | null => {
      if (job) return job.ending ? null : pauseOf(job.background)
      const waiting = next()
      return waiting ? pauseOf(waiting.background) : null
    },
    /** A page that requests a job has none: it was reloaded. */
    take: (): Job | null => {
      lost()
      const found = next()
      if (!found || pauseOf(found.background) !== null) return null
      const { recording, background } = found
      const { accountId, sessionId, sources, statedMs } = recording
      starts.set(keyOf(recording), (starts.get(keyOf(recording)) ?? 0) + 1)
      const about = { accountId, sessionId, sources, statedMs, background }
      job = { ...about, id: randomUUID(), progress: 0, thumbnails: randomUUID().slice(0, 8), kept: 0, ending: false }
      watch()
      return job
    },
    /** The job of this id, which is at work; null for any other. */
    heard: (id: string): Job | null => {
      if (job?.id !== id) return null
      watch()
      return job
    },
    /** What the page is to do with its job now. */
    proceed: (): 'run' | 'pause' | 'cancel' => {
      if (!job || job.ending) return 'cancel'
      const open = wanted.open().find(({ firstFrame }) => firstFrame)
      const makesWay = job.background && open !== undefined && !config.stopped()
      if (makesWay) job.ending = true
      return makesWay ? 'cancel' : pauseOf(job.background) === null ? 'run' : 'pause'
    },
    /** It ended by itself, or because it was told to. */
    end: (): void => {
      if (!job) return
      stopWatching()
      starts.delete(keyOf(job))
      job = null
    },
    dispose: (): void => stopWatching(),
  }
}
