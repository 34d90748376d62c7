import type { Problem, Result } from '../../contract/result.ts'
import type { Clock } from '../../core/base/ports.ts'

/** What the person may do about a library that cannot be opened. */
export type LibraryChoice = 'retry' | 'show-folder' | 'quit'

type OpenConfig<L> = {
  /** Tries once, within moments. */
  open: () => Result<L>
  /** Says why, and answers what the person chose; `closed` ends the question when it has answered itself. */
  ask: (problem: Problem, closed: AbortSignal) => Promise<LibraryChoice>
  showFolder: () => void
  clock: Clock
}

/** A library that another program holds for a moment is opened without a word. */
const SILENT_MS = 2_000
const AGAIN_MS = 500

const pause = (clock: Clock, ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))

/**
 * Opens the library before anything that needs it. Without it nothing a person does would be kept, so there is no run
 * without it: the reason is shown, Retry opens it once the cause is gone, and one that is in use opens by itself as soon
 * as it is free (L07, L08, L09). Null: the person quits.
 */
export const openLibraryOrAsk = async <L>({ open, ask, showFolder, clock }: OpenConfig<L>): Promise<L | null> => {
  const begun = clock.now()
  for (;;) {
    const opened = open()
    if (opened.ok) return opened.value
    const { problem } = opened
    const passes = problem.retryAfterMs !== undefined
    if (passes && Math.abs(clock.now() - begun) < SILENT_MS) {
      await pause(clock, AGAIN_MS)
      continue
    }
    const closed = new AbortController()
    const choice = ask(problem, closed.signal)
    const answer = passes ? await Promise.race([choice, whenFree(open, clock, choice)]) : await choice
    if (typeof answer === 'object') {
      closed.abort()
      return answer.library
    }
    if (answer === 'quit') return null
    if (answer === 'show-folder') showFolder()
  }
}

/** Tries on while the question is open; never settles once it was answered. */
const whenFree = async <L>(open: () => Result<L>, clock: Clock, choice: Promise<unknown>): Promise<{ library: L }> => {
  let answered = false
  void choice.then(() => {
    answered = true
  })
  for (;;) {
    await pause(clock, AGAIN_MS)
    if (answered) return new Promise(() => {})
    const opened = open()
    if (opened.ok) return { library: opened.value }
  }
}
