import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import { invoke } from '../../bridge.ts'
import { createLateSaves } from '../../ui/saves/late-saves.ts'

type Position = { accountId: string; sessionId: string; positionMs: number }

const soon = { delayMs: () => 0, longestMs: () => 0, minor: true }

const positions = createLateSaves<Position, undefined>({ ...soon, save: (at) => invoke('replay.position', at) })

/** Keeps where the person left off, for the account the session was opened in. */
export const keepPosition = (at: Position): void => positions.edit(`${at.accountId}/${at.sessionId}`, at, true)

const settings = createLateSaves<Partial<Settings>, Settings>({
  ...soon,
  save: (patch) => invoke('settings.set', patch),
  merge: (before, next) => ({ ...before, ...next }),
})

/** Keeps a setting that the player itself changes, such as the speed. */
export const keepSetting = (patch: Partial<Settings>): void => settings.edit('player', patch, true)
