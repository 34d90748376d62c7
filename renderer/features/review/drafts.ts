import type { Problem, Result } from '../../../electron/contract/result.ts'
import type { ReviewPatch, SessionRow } from '../../../electron/contract/session-models.ts'

/** What was typed and is not saved yet, and how far its saving is. */
export type Draft = {
  patch: ReviewPatch
  state: 'dirty' | 'saving' | 'saved' | 'failed'
  problem: Problem | null
}

type Ports = {
  save: (sessionId: string, patch: ReviewPatch) => Promise<Result<SessionRow>>
  onSaved: (row: SessionRow) => void
  onChange: (key: string, draft: Draft) => void
  delayMs: number
}

/** Keys and values of `patch` that `sent` does not hold: what was typed while the saving ran. */
const leftOver = (patch: ReviewPatch, sent: ReviewPatch): ReviewPatch =>
  Object.fromEntries(
    Object.entries(patch).filter(([key, value]) => value !== sent[key as keyof ReviewPatch]),
  ) as ReviewPatch

const isEmpty = (patch: ReviewPatch): boolean => Object.keys(patch).length === 0

/**
 * Saves edits of reviews a moment after the last change, one call at a time for each session. Text that could
 * not be saved stays here until it was: a failure is shown and tried again, never thrown away.
 */
export const createDrafts = ({ save, onSaved, onChange, delayMs }: Ports) => {
  const drafts = new Map<string, Draft>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const put = (key: string, draft: Draft) => {
    drafts.set(key, draft)
    onChange(key, draft)
  }

  const flush = async (key: string, sessionId: string): Promise<void> => {
    clearTimeout(timers.get(key))
    timers.delete(key)
    const draft = drafts.get(key)
    if (!draft || draft.state === 'saving' || isEmpty(draft.patch)) return
    const sent = draft.patch
    put(key, { patch: sent, state: 'saving', problem: null })
    const result = await save(sessionId, sent)
    const now = drafts.get(key)?.patch ?? {}
    if (!result.ok) return put(key, { patch: now, state: 'failed', problem: result.problem })
    onSaved(result.value)
    const rest = leftOver(now, sent)
    put(key, { patch: rest, state: isEmpty(rest) ? 'saved' : 'dirty', problem: null })
    if (!isEmpty(rest)) await flush(key, sessionId)
  }

  return {
    /** Takes a change and saves it after the delay, or at once with `now`. */
    edit: (key: string, sessionId: string, change: ReviewPatch, now = false): void => {
      const draft = drafts.get(key)
      const patch = { ...draft?.patch, ...change }
      const saving = draft?.state === 'saving' // what runs is followed by what is left over
      put(key, { patch, state: saving ? 'saving' : 'dirty', problem: null })
      clearTimeout(timers.get(key))
      if (now) void flush(key, sessionId)
      else
        timers.set(
          key,
          setTimeout(() => void flush(key, sessionId), delayMs),
        )
    },
    /** Saves now what waits: when the panel goes, or on Try again. */
    flush,
    get: (key: string): Draft | undefined => drafts.get(key),
  }
}
