import { constants } from 'node:os'
import { EXIT } from './exit-codes.ts'

export type Stop = {
  /** Aborted once the person, the system or the reader of the output wants the end. */
  signal: AbortSignal
  /** Exit code of what ended it; null while nothing did. */
  code: () => number | null
  /** Ends what runs because its output cannot be written: quietly where its reader is gone, with a sentence otherwise. */
  outputFailed: (error: unknown) => void
  /** True once the output failed: what was stopped by that is not told as well. */
  outputLost: () => boolean
}

const CAUSES: Record<string, string> = {
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  EIO: 'the disk reported an error',
}

/** A terminal and the launcher may both hand on one Ctrl+C: what comes within this time is the same one. */
const SAME_MS = 400

/** The first signal ends the work in good order, so that it can be continued; the second ends the process. */
export const watchSignals = (target: NodeJS.Process, say: (sentence: string) => void): Stop => {
  const controller = new AbortController()
  let code: number | null = null
  let firstAt = 0
  let lost = false
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
  const outputFailed = (error: unknown): void => {
    if (lost) return
    lost = true
    const cause = (error as NodeJS.ErrnoException).code ?? 'unknown cause'
    // The reader went away (`… | head`): the end is that of SIGPIPE, without a word.
    if (cause !== 'EPIPE') say(`The output could not be written (${CAUSES[cause] ?? cause}).`)
    end(cause === 'EPIPE' ? 128 + constants.signals.SIGPIPE : EXIT.disk)
  }
  return { signal: controller.signal, code: () => code, outputFailed, outputLost: () => lost }
}
