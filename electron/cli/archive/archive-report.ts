import type { Problem } from '../../contract/result.ts'
import { formatBytes, formatDuration } from '../../contract/text/quantities.ts'
import type { KeptPair } from '../../core/archive/claims/kept-pairs.ts'
import { type Owner, ownerText } from '../../core/archive/claims/owner.ts'
import type { StoredItem } from '../../core/library/tables/archive-rows.ts'
import type { Output } from '../output/output.ts'
import { formatLeft } from '../output/terminal-text.ts'

/** What became of one recording. */
export type Ending =
  | { kind: 'archived'; item: StoredItem }
  /** Was there already, whole and unchanged. */
  | { kind: 'kept'; kept: KeptPair }
  /** Another process is archiving it into this folder. */
  | { kind: 'elsewhere'; owner: Owner | null }
  /** Another one's problem stops them all. */
  | { kind: 'blocked' }
  | { kind: 'failed'; problem: Problem }
export type Report = Ending & { sessionId: string }

const byWhom = (owner: Owner | null): string => (owner ? ` (${ownerText(owner)})` : '')

/** One line a recording, as soon as it is known what became of it. */
export const reporter = (out: Output) => {
  const counts = { archived: 0, kept: 0, elsewhere: 0, failed: 0, blocked: 0 }
  let interrupted = 0
  const waiting = new Set<string>()
  const elsewhere = new Set<string>()

  const tellFile = (state: string, sessionId: string, file: KeptPair['sidecar']['file'], warnings: string[]): void => {
    const { name, bytes, sha256, durationMs, partial } = file
    out.record({ session: sessionId, state, file: name, bytes, sha256, durationMs, partial, warnings, problem: null })
    const size = `${formatBytes(bytes)}, ${formatDuration(durationMs)}`
    out.line(`${state === 'kept' ? 'Already archived' : 'Archived'}: ${name} (${size}${partial ? ', partial' : ''})`)
    for (const warning of warnings) out.note(`  ${warning}`)
  }

  return {
    waiting: (sessionId: string): void => {
      if (waiting.has(sessionId)) return
      waiting.add(sessionId)
      out.note(`${sessionId}: the recording is not ready yet; waiting.`)
    },
    /** Another process is at it, and we wait for it. */
    elsewhere: (sessionId: string, owner: Owner | null): void => {
      if (elsewhere.has(sessionId)) return
      elsewhere.add(sessionId)
      out.note(`${sessionId}: being archived by another process${byWhom(owner)}; waiting.`)
    },
    again: (sessionId: string, { message }: Problem, pauseMs: number): void =>
      out.note(`${sessionId}: ${message} Retrying in ${formatLeft(pauseMs)}.`),
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
        case 'elsewhere': {
          const { owner } = report
          const by = owner && { tool: owner.tool, host: owner.host, pid: owner.pid }
          out.record({ session: sessionId, state: 'archiving-elsewhere', file: null, by, problem: null })
          out.note(`Being archived by another process: ${sessionId}${byWhom(owner)}.`)
          break
        }
        case 'blocked':
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
      const { archived, kept, elsewhere, failed, blocked } = counts
      if (interrupted > 0) out.note('Interrupted. Run the same command again to continue.')
      if (archived + kept + elsewhere + failed + blocked < 2) return
      const parts = [`${archived} archived`, `${kept} already archived`, `${failed - interrupted} failed`]
      if (elsewhere > 0) parts.push(`${elsewhere} being archived by another process`)
      if (interrupted > 0) parts.push(`${interrupted} interrupted`)
      if (blocked > 0) parts.push(`${blocked} not started`)
      out.note(`${parts.join(', ')}.`)
    },
  }
}
