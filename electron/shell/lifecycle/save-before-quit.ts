import type { BrowserWindow } from 'electron'
import type { Handler, Output } from '../../contract/operations.ts'
import { ok } from '../../contract/result.ts'
import type { Clock } from '../../core/base/ports.ts'
import { PAGE_MS } from './ending.ts'

/** After a signal the system ends the program soon in any case, and a question may stay unread. */
const QUESTION_AFTER_SIGNAL_MS = 3_000
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

type Unsaved = Parameters<Handler<'app.flushed'>>[0]

type Ports = {
  clock: Clock
  /** Asks the page to save what waits; it answers with `app.flushed`. */
  request: () => void
  /** Asks the person; true: quit without saving. */
  ask: (window: BrowserWindow, unsaved: Unsaved) => Promise<boolean>
}

/** Decides whether the window may close: its page saves first, and what it cannot save is asked about. */
export const createSaveBeforeQuit = ({ clock, request, ask }: Ports) => {
  let pageListens = false
  let bySignal = false
  let onSignalled = (): void => {}
  let answered: (unsaved: Unsaved) => void = () => {}

  /** Null from a page that does not answer: nothing of it could still be saved. */
  const flushed = (): Promise<Unsaved | null> => {
    const { promise, resolve } = Promise.withResolvers<Unsaved | null>()
    answered = resolve
    request()
    return promise.finally(clock.after(PAGE_MS, () => resolve(null)))
  }
  const mayClose = async (window: BrowserWindow): Promise<boolean> => {
    const unsaved = pageListens ? await flushed() : null
    if (unsaved === null || unsaved.count === 0) return true
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    onSignalled = () => void clock.after(QUESTION_AFTER_SIGNAL_MS, () => resolve(true))
    if (bySignal) onSignalled()
    const quit = await Promise.race([ask(window, unsaved), late])
    bySignal = false
    onSignalled = () => {}
    return quit
  }

  return {
    mayClose,
    /** The page is loaded and hears the request. */
    pageReady: (): void => {
      pageListens = true
    },
    pageGone: (): void => {
      pageListens = false
    },
    /** What the page answers. */
    flushed: async (unsaved: Unsaved): ReturnType<Handler<'app.flushed'>> => {
      answered(unsaved)
      return ok<Output<'app.flushed'>>(undefined)
    },
    /** A signal ends the program: a question is open for a few seconds only. */
    signalled: (): void => {
      bySignal = true
      onSignalled()
    },
  }
}

export const onSignal = (run: () => void): void => {
  for (const signal of SIGNALS) process.on(signal, run)
}
