import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Verdict } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { invoke } from '../../bridge.ts'
import { failed, plain, type Said, wrong } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/text/copy.ts'
import { shortenId } from '../../ui/text/format-text.ts'
import { addedWords } from './bulk/archive-plan-text.ts'
import { patchRow } from './rows/session-source.ts'

const show = (run: () => void) => ({ label: 'Show the archive', run })

/** What can be done to one row from its menu or by key. Failures are said in the list. */
export const useRowActs = (say: (said: Said) => void, showArchive: () => void) => {
  const client = useQueryClient()
  const copyId = useCallback(
    async (sessionId: string) => {
      const copied = await copyText(sessionId)
      say(copied ? plain(`Copied ${shortenId(sessionId)}.`) : wrong('The system did not allow copying.'))
    },
    [say],
  )
  const judge = useCallback(
    async (row: SessionRow, verdict: Verdict | null) => {
      const { accountId, sessionId } = row
      const result = await invoke('sessions.review', { accountId, sessionId, patch: { verdict } })
      if (result.ok) patchRow(client, result.value)
      else say(failed({ ...result.problem, message: `Couldn’t save the verdict. ${result.problem.message}` }))
    },
    [client, say],
  )
  const forget = useCallback(
    async (row: SessionRow) => {
      const { accountId, sessionId, title, verdict, verdictReason, tags, note } = row
      const result = await invoke('sessions.forget', { sessionId })
      if (!result.ok) return say(wrong(result.problem.message))
      const undo = async () => {
        // In quotes an id is taken as it is, whatever it looks like.
        const added = await invoke('sessions.addIds', { text: JSON.stringify(sessionId) })
        const back = added.ok
          ? await invoke('sessions.review', {
              accountId,
              sessionId,
              patch: { title, verdict, verdictReason, tags, note },
            })
          : added
        if (!back.ok) say(wrong(back.problem.message))
      }
      say(plain(`Removed ${title ?? shortenId(sessionId)} from the list.`, { label: 'Undo', run: () => void undo() }))
    },
    [say],
  )
  const save = useCallback(
    async (row: SessionRow) => {
      if (row.recording === 'archived') return say(plain('This recording is archived already.', show(showArchive)))
      const result = await invoke('archive.add', { sessionIds: [row.sessionId] })
      say(result.ok ? plain(addedWords(result.value), show(showArchive)) : failed(result.problem))
    },
    [say, showArchive],
  )
  return { copyId, judge, forget, save }
}
