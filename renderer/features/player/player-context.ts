import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Playable } from '../../../electron/contract/models/replay-models.ts'
import type { Playback } from './engine/playback.ts'
import type { Marks } from './marks/use-marks.ts'
import type { Commands } from './player-commands.ts'
import type { PlayerState, PlayerStore } from './player-store.ts'

/** What the parts of one player share. Fast-moving values stay in the store and are read by selector. */
export type PlayerShared = {
  store: PlayerStore
  commands: Commands
  playback: () => Playback | null
  playable: Playable | null
  marks: Marks
}

export const PlayerContext = createContext<PlayerShared | null>(null)

export const usePlayer = (): PlayerShared => {
  const shared = use(PlayerContext)
  if (!shared) throw new Error('a part of the player stands outside of it')
  return shared
}

export const usePlayerState = <T>(select: (state: PlayerState) => T): T => useStore(usePlayer().store, select)
