import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Verdict } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { invoke } from '../../bridge.ts'
import { errorToast, plainToast, problemToast, type Toast } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/text/copy.ts'
import { shortenId } from '../../ui/text/format-text.ts'
import { addedText } from './bulk/archive-plan-text.ts'
import { patchRow } from './rows/session-source.ts'

const show = (run: () => void) => ({ label: 'Show archive', run })

/** What can be done to one row from its menu or by key. Failures are said in the list. */
export const useSessionActions = (showToast: (toast: Toast) => void, showArchive: () => void) => {
  const client = useQueryClient()
  const copyId = useCallback(
    async (sessionId: string) => {
      const copied = await copyText(sessionId)
      showToast(copied ? plainToast(`Copied ${shortenId(sessionId)}.`) : errorToast("Couldn't copy to the clipboard."))
    },
    [showToast],
  )
  const judge = useCallback(
    async (row: SessionRow, verdict: Verdict | null) => {
      const { accountId, sessionId } = row
      const result = await invoke('sessions.review', { accountId, sessionId, patch: { verdict } })
      if (result.ok) patchRow(client, result.value)
      else
        showToast(problemToast({ ...result.problem, message: `Couldn't save the verdict. ${result.problem.message}` }))
    },
    [client, showToast],
  )
  const forget = useCallback(
    async (row: SessionRow) => {
      const { accountId, sessionId, title, verdict, verdictReason, tags, note } = row
      const result = await invoke('sessions.forget', { sessionId })
      if (!result.ok) return showToast(errorToast(result.problem.message))
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
        if (!back.ok) showToast(errorToast(back.problem.message))
      }
      showToast(
        plainToast(`Removed ${title ?? shortenId(sessionId)} from the list.`, {
          label: 'Undo',
          run: () => void undo(),
        }),
      )
    },
    [showToast],
  )
  const save = useCallback(
    async (row: SessionRow) => {
      if (row.recording === 'archived')
        return showToast(plainToast('This recording is already archived.', show(showArchive)))
      const result = await invoke('archive.add', { sessionIds: [row.sessionId] })
      showToast(result.ok ? plainToast(addedText(result.value), show(showArchive)) : problemToast(result.problem))
    },
    [showToast, showArchive],
  )
  return { copyId, judge, forget, save }
}
