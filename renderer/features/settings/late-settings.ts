import { create } from 'zustand'
import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import { invoke } from '../../bridge.ts'
import { createLateSaves, type LateSave } from '../../ui/saves/late-saves.ts'

const KEY = 'settings'

/** Settings that were changed and are not saved yet. */
export const useLateSettings = create<LateSave<Partial<Settings>>>()(() => ({
  value: null,
  state: 'saved',
  problem: null,
}))

const saves = createLateSaves<Partial<Settings>, Settings>({
  save: (patch) => invoke('settings.set', patch),
  merge: (before, next) => ({ ...before, ...next }),
  onChange: (_key, entry) => useLateSettings.setState(entry),
  delayMs: () => 0,
  longestMs: () => 0,
})

/** Saves at once; what cannot be saved is retried and stays on screen. */
export const changeSettings = (patch: Partial<Settings>): void => saves.edit(KEY, patch, true)
export const retrySettings = (): void => void saves.flush(KEY)
