import { useDeferredValue, useMemo } from 'react'
import { LARGEST_SOURCE_BYTES } from '../../../electron/contract/constants/function-constants.ts'
import { sourceBytes } from '../../../electron/contract/text/function-source.ts'
import type { Caret } from '../../ui/code/code-editor.tsx'
import { exactBytes, formatCount, formatDateTime, formatSpan } from '../../ui/text/format-text.ts'
import { useNow } from '../../ui/use-now.ts'
import classes from './functions.module.css'
import type { OpenFunction } from './use-function.ts'

const TICK_MS = 1_000

const draftText = ({ changed, saving, state }: OpenFunction, now: number): string => {
  if (saving.problem) return 'Draft not saved yet · Retrying'
  if (!changed) return state?.known ? 'No draft: this is the last known source' : 'No draft'
  if (saving.savedAt === null) return 'Draft not saved yet'
  const since = now - saving.savedAt
  return since < TICK_MS ? 'Draft saved' : `Draft saved ${formatSpan(since)} ago`
}

const linesIn = (text: string): number => {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** What is saved and how, how large it is, where the caret is. */
export const StatusLine = ({ open, caret }: { open: OpenFunction; caret: Caret | null }) => {
  const now = useNow(TICK_MS)
  const text = useDeferredValue(open.text) // counted when the keys rest
  const { bytes, lines } = useMemo(() => ({ bytes: sourceBytes(text), lines: linesIn(text) }), [text])
  const tooLarge = bytes > LARGEST_SOURCE_BYTES
  return (
    <div className={classes.status}>
      <span
        data-tone={open.saving.problem ? 'error' : undefined}
        title={open.saving.savedAt === null ? undefined : formatDateTime(open.saving.savedAt)}
      >
        {draftText(open, now)}
      </span>
      <span data-tone={tooLarge ? 'error' : undefined}>
        {exactBytes(bytes)}
        {tooLarge ? `, more than ${formatCount(LARGEST_SOURCE_BYTES)}` : ''}
      </span>
      <span className={classes.lines}>{lines === 1 ? '1 line' : `${formatCount(lines)} lines`}</span>
      {caret ? (
        <span>
          Line {formatCount(caret.line)}, column {formatCount(caret.column)}
          {caret.selected > 0 ? ` · ${formatCount(caret.selected)} selected` : ''}
        </span>
      ) : null}
      {open.state?.notEncrypted ? (
        <span title={`Drafts and sources are stored on this computer without encryption. ${open.state.notEncrypted}`}>
          Stored without encryption
        </span>
      ) : null}
      <span className={classes.leave}>Esc, then Tab leaves the editor</span>
    </div>
  )
}
