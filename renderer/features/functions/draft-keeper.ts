import type { FunctionTarget } from '../../../electron/contract/function-models.ts'
import type { Problem, Result } from '../../../electron/contract/result.ts'

/** Short, so that a crash a moment later finds the last keystroke on the disk, also while a key is held. */
export const SAVE_AFTER_MS = 120
/** A long text takes as many ms as it has of these units: written again and again, it would hold up who types. */
const UNITS_PER_MS = 1_000

export type Saving = { savedAt: number | null; problem: Problem | null }
export type DraftPlace = FunctionTarget & { accountId: string }
type Ports = {
  save: (draft: DraftPlace & { source: string }) => Promise<Result<{ savedAt: number }>>
  onSaved: (place: DraftPlace, saving: Saving) => void
}

/** Saves each text a moment after the first keystroke that is not saved, one call after the other, the last one last. */
export const createDraftKeeper = ({ save, onSaved }: Ports) => {
  let waiting: (DraftPlace & { source: string }) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    const draft = waiting
    waiting = null
    if (draft) {
      running = running.then(async () => {
        const { source: _source, ...place } = draft
        const saved = await save(draft)
        onSaved(place, saved.ok ? { ...saved.value, problem: null } : { savedAt: null, problem: saved.problem })
      })
    }
    return running
  }
  return {
    edit: (place: DraftPlace, source: string): void => {
      const other = waiting && (waiting.connectionId !== place.connectionId || waiting.role !== place.role)
      if (other || waiting?.accountId !== place.accountId) void flush()
      if (!waiting) timer = setTimeout(() => void flush(), Math.max(SAVE_AFTER_MS, source.length / UNITS_PER_MS))
      waiting = { ...place, source }
    },
    /** Saves now what waits; ends when everything is saved. */
    flush,
    /** What waits needs no saving any more. */
    drop: (): void => {
      clearTimeout(timer)
      waiting = null
    },
  }
}
