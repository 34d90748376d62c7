import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Playable } from '../../../electron/contract/models/replay-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import type { Playback } from './engine/playback.ts'
import type { Marks } from './marks/use-marks.ts'
import type { Commands } from './player-commands.ts'
import type { PlayerState, PlayerStore } from './player-store.ts'
import type { AnalysisView } from './screens/use-analysis.ts'
import type { MomentPictures } from './screens/use-moment-picture.ts'
import type { Failure } from './steps/failure-moment.ts'
import type { TimedStep } from './steps/timed-steps.ts'

/** What the parts of one player share. Fast-moving values stay in the store and are read by selector. */
export type PlayerShared = {
  sessionId: string
  /** What the session goes by now: its title, or its id. */
  name: () => string
  store: PlayerStore
  commands: Commands
  playback: () => Playback | null
  playable: Playable | null
  marks: Marks
  pictures: MomentPictures | null
}

/** What is known of the recording beside its picture; changes as the analysis goes on. */
export type Insight = {
  analysis: AnalysisView
  /** Null while they are fetched. */
  steps: readonly TimedStep[] | null
  stepsProblem: Problem | null
  stepsOmitted: number
  retrySteps: () => void
  failure: Failure | null
}

export const InsightContext = createContext<Insight | null>(null)

export const useInsight = (): Insight => {
  const insight = use(InsightContext)
  if (!insight) throw new Error('a part of the player stands outside of it')
  return insight
}

export const PlayerContext = createContext<PlayerShared | null>(null)

export const usePlayer = (): PlayerShared => {
  const shared = use(PlayerContext)
  if (!shared) throw new Error('a part of the player stands outside of it')
  return shared
}

export const usePlayerState = <T>(select: (state: PlayerState) => T): T => useStore(usePlayer().store, select)
