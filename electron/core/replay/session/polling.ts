import type { Clock } from '../../base/ports.ts'

/** docs/deployments.md, Replay: clients poll every 5 s for up to 240 s. */
const POLL_EVERY_MS = 5_000
const POLL_FOR_MS = 240_000

export type Polling = {
  start: () => void
  stop: () => void
  /** Epoch ms, local clock; null when not polling. */
  nextAt: () => number | null
  until: () => number | null
}

/** Asks every 5 s, at most for 240 s. `ask` answers whether to go on; it is never called twice at a time. */
export const createPolling = (config: { clock: Clock; ask: () => Promise<boolean>; onChange: () => void }): Polling => {
  const { clock } = config
  let run: { cancel: () => void; nextAt: number; until: number; left: number } | null = null

  const stop = () => {
    run?.cancel()
    run = null
  }

  const wait = (mine: NonNullable<typeof run>) => {
    mine.nextAt = clock.now() + POLL_EVERY_MS
    mine.cancel = clock.after(POLL_EVERY_MS, async () => {
      mine.left--
      const goOn = await config.ask()
      if (run !== mine) return
      if (goOn && mine.left > 0) wait(mine)
      else run = null
      config.onChange()
    })
  }

  return {
    start: () => {
      if (run) return
      const until = clock.now() + POLL_FOR_MS
      // Counted, not compared with the clock: the local clock may jump meanwhile (T07).
      run = { cancel: () => {}, nextAt: 0, until, left: POLL_FOR_MS / POLL_EVERY_MS }
      wait(run)
    },
    stop,
    nextAt: () => run?.nextAt ?? null,
    until: () => run?.until ?? null,
  }
}
