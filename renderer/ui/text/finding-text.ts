import { titleOf } from '../../../electron/contract/constants/session-constants.ts'
import type { Mark, SessionRow } from '../../../electron/contract/models/session-models.ts'
import { failureOf } from '../../../electron/contract/text/session-failure.ts'
import { clockText } from './clock-text.ts'
import { verdictLabel } from './verdict-text.ts'

/** One line of Markdown that shows the text as it is: titles, errors and notes may hold any characters. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~!&]/g, '\\$&')

/**
 * What a person found in a session, as Markdown: title, verdict with its reason, error, note, timed notes, and the link to
 * the session, or to the moment `atMs` (ms of video time). Marks without a text say nothing to a reader and are left out.
 */
export const findingText = (row: SessionRow, marks: readonly Mark[], atMs: number | null, link: string): string => {
  const { verdict, verdictReason, note } = row
  const failure = failureOf(row)
  const reason = verdictReason === null ? '' : ` – ${plain(verdictReason)}`
  const notes = marks.filter(({ text }) => text.trim() !== '')
  return [
    `**${plain(titleOf(row) ?? row.sessionId)}**`,
    '',
    `- Verdict: ${verdict === null ? 'none' : verdictLabel(verdict).text}${reason}`,
    ...(failure === null ? [] : [`- Error: ${plain(failure)}`]),
    ...(note === null || note.trim() === '' ? [] : [`- Note: ${plain(note)}`]),
    ...notes.map((mark) => `- ${clockText(mark.atMs / 1_000)} ${plain(mark.text)}`),
    `- Session: \`${row.sessionId.replace(/[`\s]/g, ' ')}\``,
    `- ${atMs === null ? 'Link' : `Frame at ${clockText(atMs / 1_000)}`}: <${link}>`,
    '',
  ].join('\n')
}
