import type { Mark, SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { fail, ok, type Result } from '../../../../electron/contract/result.ts'
import type { invoke as toMain } from '../../../bridge.ts'
import { errorToast, plainToast, problemToast, type Toast } from '../../../ui/feedback/toast.ts'
import { copyText } from '../../../ui/text/copy.ts'
import { findingText } from '../../../ui/text/finding-text.ts'
import { formatCount } from '../../../ui/text/format-text.ts'

/** Findings of more sessions are no text for people any more: an export is. */
const MOST = 200

const readOne = async (
  invoke: typeof toMain,
  sessionId: string,
): Promise<Result<{ row: SessionRow; marks: Mark[]; link: string }>> => {
  const [row, marks, link] = await Promise.all([
    invoke('sessions.get', { sessionId }),
    invoke('marks.list', { sessionId }),
    invoke('link.copyText', { sessionId, atMs: null }),
  ])
  if (!row.ok) return row
  if (!marks.ok) return marks
  return link.ok ? ok({ row: row.value, marks: marks.value, link: link.value.text }) : link
}

/** The findings of the sessions as Markdown, one after the other. */
export const findingsOf = async (invoke: typeof toMain, sessionIds: readonly string[]): Promise<Result<string>> => {
  if (sessionIds.length > MOST)
    return fail('invalid-input', `Findings of at most ${formatCount(MOST)} sessions can be copied.`, {
      next: 'Export their reviews instead.',
    })
  const texts: string[] = []
  for (const sessionId of sessionIds) {
    const read = await readOne(invoke, sessionId)
    if (!read.ok) return read
    const { row, marks, link } = read.value
    texts.push(findingText(row, marks, null, link))
  }
  return ok(texts.join('\n'))
}

export const copiedText = (count: number): string =>
  count === 1 ? 'Copied the finding' : `Copied the findings of ${formatCount(count)} sessions`

/** Puts them on the clipboard and says so. */
export const copyFindings = async (
  invoke: typeof toMain,
  sessionIds: readonly string[],
  showToast: (toast: Toast) => void,
): Promise<void> => {
  const found = await findingsOf(invoke, sessionIds)
  if (!found.ok) return showToast(problemToast(found.problem))
  const copied = await copyText(found.value)
  showToast(copied ? plainToast(`${copiedText(sessionIds.length)}.`) : errorToast("Couldn't copy to the clipboard."))
}
