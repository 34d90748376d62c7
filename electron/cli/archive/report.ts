import { formatBytes, formatDuration } from '../../contract/quantities.ts'
import type { Problem } from '../../contract/result.ts'
import type { StoredItem } from '../../core/library/archive-rows.ts'
import { formatLeft } from '../format.ts'
import type { Output } from '../output.ts'
import type { Kept } from './known.ts'

export type Report =
  | { kind: 'archived'; sessionId: string; item: StoredItem }
  /** Was there already, whole and unchanged. */
  | { kind: 'kept'; sessionId: string; kept: Kept }
  /** Another one's problem stops them all. */
  | { kind: 'held'; sessionId: string }
  | { kind: 'failed'; sessionId: string; problem: Problem }

/** One line a recording, as soon as it is known what became of it. */
export const reporter = (out: Output) => {
  const counts = { archived: 0, kept: 0, failed: 0, held: 0 }
  let interrupted = 0
  const waiting = new Set<string>()

  const tellFile = (state: string, sessionId: string, file: Kept['sidecar']['file'], warnings: string[]): void => {
    const { name, bytes, sha256, durationMs, partial } = file
    out.record({ session: sessionId, state, file: name, bytes, sha256, durationMs, partial, warnings, problem: null })
    const size = `${formatBytes(bytes)}, ${formatDuration(durationMs)}`
    out.line(
      `${state === 'kept' ? 'There already' : 'Archived'}: ${name} (${size}${partial ? ', with missing parts' : ''})`,
    )
    for (const warning of warnings) out.note(`  ${warning}`)
  }

  return {
    waiting: (sessionId: string): void => {
      if (waiting.has(sessionId)) return
      waiting.add(sessionId)
      out.note(`${sessionId}: the recording is not there yet; waiting.`)
    },
    again: (sessionId: string, { message }: Problem, pauseMs: number): void =>
      out.note(`${sessionId}: ${message} Trying again in ${formatLeft(pauseMs)}.`),
    tell: (report: Report): void => {
      counts[report.kind] += 1
      const { sessionId } = report
      switch (report.kind) {
        case 'kept': {
          const { name, sidecar } = report.kept
          tellFile('kept', sessionId, { ...sidecar.file, name }, sidecar.warnings)
          break
        }
        case 'archived': {
          const { fileName, bytes, sha256, durationMs, partial, warnings } = report.item
          const file = { name: fileName ?? '', bytes, sha256: sha256 ?? '', durationMs, partial }
          tellFile('archived', sessionId, file, warnings)
          break
        }
        case 'held':
          out.record({ session: sessionId, state: 'not-begun', file: null, problem: null })
          break
        case 'failed': {
          const { code, message, next } = report.problem
          const state = code === 'cancelled' ? 'interrupted' : 'failed'
          out.record({ session: sessionId, state, file: null, problem: { code, message, ...(next ? { next } : {}) } })
          if (state === 'interrupted') interrupted += 1
          else out.note(`Failed: ${sessionId}. ${[message, next].filter(Boolean).join(' ')}`)
        }
      }
    },
    /** The sum, when there was more than one, and what an interruption left. */
    end: (): void => {
      const { archived, kept, failed, held } = counts
      if (interrupted > 0) out.note('Interrupted. The same command goes on where it stopped.')
      if (archived + kept + failed + held < 2) return
      const parts = [`${archived} archived`, `${kept} there already`, `${failed - interrupted} failed`]
      if (interrupted > 0) parts.push(`${interrupted} interrupted`)
      if (held > 0) parts.push(`${held} not begun`)
      out.note(`${parts.join(', ')}.`)
    },
  }
}
