import type { BulkChange } from '../../../../electron/contract/models/bulk-models.ts'
import { counted, formatCount } from '../../../ui/text/format-text.ts'
import { verdictLabel } from '../../../ui/text/verdict-text.ts'

const sessions = (n: number): string => counted(n, 'session', 'sessions')

const quoted = new Intl.ListFormat('en', { type: 'conjunction' })
const named = (tags: readonly string[]): string => quoted.format(tags.map((tag) => `“${tag}”`))

/** What came of a change. `already`: sessions that had it before. */
export const changedText = (change: BulkChange, changed: number, already: number): string => {
  const rest = already > 0 ? ` ${sessions(already)} already had it.` : ''
  if (change.kind === 'add-tags') {
    if (changed === 0) return `All ${sessions(already)} already have ${named(change.tags)}.`
    return `Tagged ${sessions(changed)} with ${named(change.tags)}.${rest}`
  }
  const verdict = change.verdict === null ? null : verdictLabel(change.verdict).text
  if (changed === 0)
    return verdict ? `All ${sessions(already)} already have the verdict ${verdict}.` : 'None of them has a verdict.'
  return verdict
    ? `Set the verdict ${verdict} on ${sessions(changed)}.${rest}`
    : `Removed the verdict of ${sessions(changed)}.`
}

/** What came of an undo. `kept`: changed again since then. */
export const undoneText = (restored: number, kept: number): string =>
  kept === 0
    ? `Restored ${sessions(restored)}.`
    : `Restored ${sessions(restored)}. ${sessions(kept)} changed since then and ${kept === 1 ? 'was' : 'were'} kept.`

/** What came of taking back a queued archive. `kept`: finished meanwhile. */
export const withdrawnText = (removed: number, kept: number): string => {
  const gone = `Removed ${formatCount(removed)} ${removed === 1 ? 'recording' : 'recordings'} from the queue.`
  return kept === 0 ? gone : `${gone} ${formatCount(kept)} finished meanwhile and stay in the archive.`
}
