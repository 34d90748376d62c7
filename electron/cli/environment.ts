import { createClock } from '../core/base/clock.ts'
import type { Log } from '../core/base/ports.ts'
import { redact } from '../core/service/redaction/redact.ts'
import type { Context } from './context.ts'

/** Lines for people who search a fault, with `--verbose` alone. */
export const createCliLog = ({ verbose, out }: Pick<Context, 'verbose' | 'out'>): Log => {
  const write = (line: string): void => {
    if (verbose) out.note(redact(line))
  }
  return { info: write, warn: write, error: write }
}

export const clock = createClock()
