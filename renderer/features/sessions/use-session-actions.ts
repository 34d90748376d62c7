import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { titleOf, type Verdict } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { invoke } from '../../bridge.ts'
import { errorToast, plainToast, problemToast, type Toast, undoing } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/text/copy.ts'
import { shortenId } from '../../ui/text/format-text.ts'
import { verdictSaved } from '../../ui/text/verdict-text.ts'
import type { Queued } from './bulk/archive-all-dialog.tsx'
import { addedText } from './bulk/archive-plan-text.ts'
import { patchRow } from './rows/session-source.ts'

const show = (run: () => void) => ({ label: 'Show archive', run })

/** What can be done to one row from its menu or by key. Failures are shown in the list. */
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
    async (row: SessionRow, verdict: Verdict | null, quiet = false) => {
      const { accountId, sessionId } = row
      const result = await invoke('sessions.review', { accountId, sessionId, patch: { verdict } })
      if (!result.ok)
        return showToast(
          problemToast({ ...result.problem, message: `Couldn't save the verdict. ${result.problem.message}` }),
        )
      patchRow(client, result.value)
      if (quiet || row.verdict === verdict) return
      const name = titleOf(row) ?? shortenId(sessionId)
      const undo = undoing(() => void judge(result.value, row.verdict, true))
      showToast(plainToast(`${verdictSaved(verdict)} · ${name}`, undo))
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
        plainToast(
          `Removed ${title ?? shortenId(sessionId)} from the list.`,
          undoing(() => void undo()),
        ),
      )
    },
    [showToast],
  )
  /** Says what was queued, with the way back. */
  const tellQueued = useCallback(
    (accountId: string, { text, sessionIds, added, at }: Queued) => {
      const undo = async () => {
        const back = await invoke('archive.withdraw', { accountId, sessionIds, at })
        if (!back.ok) return showToast(problemToast(back.problem))
        const { withdrawnText } = await import('./bulk/bulk-text.ts')
        showToast(plainToast(withdrawnText(back.value.removed, back.value.kept)))
      }
      const back = added > 0 ? [undoing(() => void undo())] : []
      showToast(plainToast(text, ...back, show(showArchive)))
    },
    [showToast, showArchive],
  )
  const save = useCallback(
    async (row: SessionRow) => {
      if (row.recording === 'archived')
        return showToast(plainToast('This recording is already archived.', show(showArchive)))
      const sessionIds = [row.sessionId]
      const result = await invoke('archive.add', { sessionIds })
      if (!result.ok) return showToast(problemToast(result.problem))
      const { added, at } = result.value
      tellQueued(row.accountId, { text: addedText(result.value), sessionIds, added, at })
    },
    [showToast, showArchive, tellQueued],
  )
  const copyFindings = useCallback(
    async (sessionIds: readonly string[]) => {
      const { copyFindings: copy } = await import('./hand-over/copy-findings.ts')
      await copy(invoke, sessionIds, showToast)
    },
    [showToast],
  )
  return { copyId, copyFindings, judge, forget, save, tellQueued }
}
