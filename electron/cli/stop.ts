import { constants } from 'node:os'

export type Stop = {
  /** Aborted once the person, the system or the reader of the output wants the end. */
  signal: AbortSignal
  /** Exit code of what ended it; null while nothing did. */
  code: () => number | null
  /** Ends what runs as a signal would: the reader of the output is gone. */
  brokenPipe: () => void
}

/** A terminal and the launcher may both hand on one Ctrl+C: what comes within this time is the same one. */
const SAME_MS = 400

/** The first signal ends the work in good order, so that it can be gone on with; the second ends the process. */
export const watchSignals = (target: NodeJS.Process): Stop => {
  const controller = new AbortController()
  let code: number | null = null
  let firstAt = 0
  const end = (next: number): void => {
    code ??= next
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    target.on(name, () => {
      const now = performance.now()
      if (code !== null && now - firstAt > SAME_MS) target.exit(code)
      if (code === null) firstAt = now
      end(128 + constants.signals[name])
    })
  }
  return { signal: controller.signal, code: () => code, brokenPipe: () => end(128 + 13) }
}
