import type { App, BrowserWindow, Event, PowerMonitor } from 'electron'
import type { Clock, Log } from '../../core/base/ports.ts'

/**
 * Bounds of the stages: core takes up to 3 s of the second. Together with the 1.5 s that a page may take to save they
 * stay below the 5 s that logind grants a program when the system shuts down.
 */
export const PAGE_MS = 1_500
export const END_MS = 3_200

type Steps<A extends unknown[]> = Record<string, (...args: A) => Promise<unknown>>

type EndingConfig = {
  app: Pick<App, 'on' | 'quit'>
  power: Pick<PowerMonitor, 'on'>
  clock: Clock
  log: Log
  windows: () => BrowserWindow[]
  /** Closing the last window ends the program: everywhere but on macOS. */
  endsWithLastWindow: boolean
  /** Whether the window may close: the one step that is not bounded here, because it may ask the person. */
  mayClose?: (window: BrowserWindow) => Promise<boolean>
  /** While a window's page still lives, before it closes. May run again for nothing. */
  beforeClose: Steps<[window: BrowserWindow]>
  /** Before the program ends, while the windows are still there. May run again for nothing. */
  beforeQuit: Steps<[]>
  /** After the windows are gone; once. */
  afterClose: Steps<[]>
}

/**
 * The way out, in one place. Each stage runs its steps side by side, waits for them no longer than its bound, and goes
 * on whatever became of them: a step that throws or hangs is named in the log and never keeps the program from ending.
 */
export const createEnding = (config: EndingConfig) => {
  const { app, power, clock, log, windows, endsWithLastWindow, beforeClose, beforeQuit, afterClose } = config
  const { mayClose = async () => true } = config
  let stage: 'running' | 'settling' | 'closing' | 'ending' | 'ended' = 'running'
  let urgent = false
  let ended: Promise<void> | null = null
  const settling = new WeakMap<BrowserWindow, Promise<boolean>>()
  const settled = new WeakSet<BrowserWindow>()

  const run = async <A extends unknown[]>(steps: Steps<A>, ms: number, ...args: A): Promise<void> => {
    const late = Promise.withResolvers<void>()
    const waiting = new Set(Object.keys(steps))
    const cancel = clock.after(ms, late.resolve)
    const work = Object.entries(steps).map(async ([name, step]) => {
      try {
        await step(...args)
      } catch (error) {
        log.error(`Ending: ${name} failed: ${error instanceof Error ? error.message : String(error)}`)
      }
      waiting.delete(name)
    })
    await Promise.race([Promise.all(work), late.promise])
    cancel()
    if (waiting.size > 0) log.warn(`Ending: no longer waiting for ${[...waiting].join(', ')}.`)
  }

  /** True: the window closes now. A second call while it runs joins the first. */
  const settle = (window: BrowserWindow): Promise<boolean> => {
    const present = settling.get(window)
    if (present) return present
    const work = Promise.all([mayClose(window), run(beforeClose, PAGE_MS, window)]).then(([may]) => {
      settling.delete(window)
      if (may) settled.add(window)
      return may
    })
    settling.set(window, work)
    return work
  }
  const end = (): Promise<void> => {
    ended ??= run({ ...beforeQuit, ...afterClose }, END_MS)
    return ended
  }

  app.on('before-quit', (event) => {
    if (stage === 'settling') event.preventDefault()
    if (stage !== 'running') return
    event.preventDefault()
    stage = 'settling'
    const all = windows()
    void Promise.all([...all.map(settle), run(beforeQuit, PAGE_MS)]).then((answers) => {
      if (stage !== 'settling') return // the session has ended meanwhile
      if (answers.includes(false)) {
        stage = 'running'
        for (const window of all) settled.delete(window)
        return
      }
      stage = 'closing'
      app.quit()
    })
  })
  app.on('window-all-closed', () => {
    if (endsWithLastWindow) app.quit()
  })
  app.on('will-quit', (event) => {
    if (stage === 'ended') return
    event.preventDefault()
    if (stage === 'ending') return
    stage = 'ending'
    void end().then(() => {
      stage = 'ended'
      app.quit()
    })
  })

  // Linux and macOS wait for a program that asks for it, if it then quits by itself. The types leave out the event.
  power.on('shutdown', ((event: Event) => {
    event.preventDefault()
    app.quit()
  }) as () => void)

  const onClose = (window: BrowserWindow, event: { preventDefault: () => void }): void => {
    if (urgent || settled.delete(window)) return
    event.preventDefault()
    if (stage === 'running' && endsWithLastWindow && windows().length === 1) {
      app.quit()
      return
    }
    void settle(window).then((may) => {
      if (!may) return
      // A refused close has taken back the quit it was part of.
      if (stage === 'closing') app.quit()
      else if (stage === 'running' && !window.isDestroyed()) window.close()
    })
  }

  /** Windows ends the session: it kills the process once this returns, unless a quit is under way by then. */
  const endNow = (): void => {
    if (stage === 'ending' || stage === 'ended') return
    urgent = true
    stage = 'closing'
    void end()
    app.quit()
  }

  return {
    /** From the request to quit on. */
    isEnding: (): boolean => stage !== 'running',
    watch: (window: BrowserWindow): void => {
      window.on('close', (event) => onClose(window, event))
      // Windows alone asks. The session may go on after all: only what may run for nothing runs here.
      window.on('query-session-end', () => {
        void mayClose(window)
        void run(beforeClose, PAGE_MS, window)
        void run(beforeQuit, PAGE_MS)
      })
      window.on('session-end', endNow)
    },
  }
}
