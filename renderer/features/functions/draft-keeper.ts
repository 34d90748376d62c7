import type { FunctionTarget } from '../../../electron/contract/models/function-models.ts'
import type { Problem, Result } from '../../../electron/contract/result.ts'
import { createLateSaves } from '../../ui/saves/late-saves.ts'

/** Short, so that a crash a moment later finds the last keystroke on the disk, also while a key is held. */
export const SAVE_AFTER_MS = 120
/** A long text takes as many ms as it has of these units: written again and again, it would hold up who types. */
const UNITS_PER_MS = 1_000

export type Saving = { savedAt: number | null; problem: Problem | null }
export type DraftTarget = FunctionTarget & { accountId: string }
type Draft = DraftTarget & { source: string }
type Ports = {
  save: (draft: Draft) => Promise<Result<{ savedAt: number }>>
  onSaved: (target: DraftTarget, saving: Saving) => void
}

const keyOf = ({ accountId, connectionId, role }: DraftTarget): string =>
  JSON.stringify([accountId, connectionId, role])

/** Saves each text a moment after the first keystroke that is not saved, for the account it was typed in. */
export const createDraftKeeper = ({ save, onSaved }: Ports) => {
  const delayMs = ({ source }: Draft) => Math.max(SAVE_AFTER_MS, source.length / UNITS_PER_MS)
  const drafts = createLateSaves<Draft, { savedAt: number }>({
    save,
    onSaved: ({ savedAt }, { source: _source, ...target }) => onSaved(target, { savedAt, problem: null }),
    onFailed: (problem, { source: _source, ...target }) => onSaved(target, { savedAt: null, problem }),
    delayMs,
    longestMs: delayMs,
  })
  return {
    edit: (target: DraftTarget, source: string): void => drafts.edit(keyOf(target), { ...target, source }),
    /** Saves now what waits; ends when everything is saved, or has failed and waits for the next try. */
    flush: (): Promise<void> => drafts.flush(),
    /** What waits needs no saving any more. */
    drop: (target: DraftTarget): void => drafts.drop(keyOf(target)),
  }
}
