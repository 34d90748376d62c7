import type { Clock, Log } from '../base/ports.ts'

const KEPT = 40

/** A log that also remembers the last warnings and errors of this run, for a problem report. */
export const createRecentLines = (log: Log, clock: Clock): { log: Log; recent: () => string[] } => {
  const lines: string[] = []
  const keep = (kind: 'warn' | 'error', line: string): void => {
    lines.push(`${new Date(clock.now()).toISOString()} ${kind} ${line}`)
    if (lines.length > KEPT) lines.shift()
    log[kind](line)
  }
  return {
    log: { info: log.info, warn: (line) => keep('warn', line), error: (line) => keep('error', line) },
    recent: () => [...lines],
  }
}
