import { useCallback } from 'react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import type { Result } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { errorToast, plainToast, problemToast, type Toast } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/text/copy.ts'
import { formatCount } from '../../ui/text/format-text.ts'
import { type BulkAction, idsFor, importText, verifyText } from './archive-actions.ts'

const MOST = 100_000 // bound of the operations

type ActionDeps = {
  accountId: string
  showToast: (toast: Toast) => void
  showRefused: (refused: readonly string[]) => void
}

/** What can be done to items; failures and outcomes are shown in the table. */
export const useArchiveActions = ({ accountId, showToast, showRefused }: ActionDeps) => {
  const tell = useCallback(
    async (work: Promise<Result<unknown>>): Promise<void> => {
      const result = await work
      if (!result.ok) showToast(problemToast(result.problem))
    },
    [showToast],
  )

  const bulk = useCallback(
    async (action: BulkAction, items: Iterable<ArchiveItem>): Promise<void> => {
      const all = [...items]
      const ids = idsFor(action, all).slice(0, MOST)
      if (ids.length === 0) return
      if (action === 'recheck') {
        const result = await invoke('archive.recheck', { ids })
        return showToast(result.ok ? plainToast(verifyText(result.value)) : problemToast(result.problem))
      }
      if (action === 'remove') {
        const result = await invoke('archive.remove', { ids })
        if (!result.ok) return showToast(problemToast(result.problem))
        const { removed } = result.value
        return showToast(
          plainToast(`Moved ${removed === 1 ? 'the file' : `${formatCount(removed)} files`} to the trash.`),
        )
      }
      if (action !== 'cancel' && action !== 'forget') return tell(invoke(`archive.${action}`, { ids }))
      const gone = new Set(ids)
      const lost = all.filter(({ id }) => gone.has(id))
      const result = await invoke('archive.cancel', { ids })
      if (!result.ok) return showToast(problemToast(result.problem))
      const sessionIds = lost.map(({ sessionId }) => sessionId)
      // Adding is for the account in use; what belongs to another one is queued again from its list.
      const ours = lost.every((item) => item.accountId === accountId)
      const again = { label: 'Queue again', run: () => void tell(invoke('archive.add', { sessionIds })) }
      const [one, more] = action === 'cancel' ? ['the download', 'transfers'] : ['the entry', 'entries']
      const what = ids.length === 1 ? one : `${formatCount(ids.length)} ${more}`
      showToast(plainToast(`Removed ${what}.`, ...(ours ? [again] : [])))
    },
    [accountId, showToast, tell],
  )

  const reveal = useCallback((item: ArchiveItem) => void tell(invoke('archive.reveal', { id: item.id })), [tell])
  const openFile = useCallback((item: ArchiveItem) => void tell(invoke('archive.openFile', { id: item.id })), [tell])
  const acceptPartial = useCallback(
    (item: ArchiveItem) => void tell(invoke('archive.acceptPartial', { ids: [item.id] })),
    [tell],
  )
  const downloadAgain = useCallback(
    (item: ArchiveItem) => void tell(invoke('archive.retry', { ids: [item.id] })),
    [tell],
  )
  const move = useCallback((item: ArchiveItem) => void tell(invoke('archive.move', { ids: [item.id] })), [tell])
  const chooseFolder = useCallback(() => void tell(invoke('archive.chooseFolder', undefined)), [tell])
  const copyHash = useCallback(
    async (hash: string) => {
      const copied = await copyText(hash)
      showToast(copied ? plainToast('Copied the SHA-256.') : errorToast("Couldn't copy to the clipboard."))
    },
    [showToast],
  )
  const importFolder = useCallback(async () => {
    const result = await invoke('archive.importFolder', undefined)
    if (!result.ok) {
      if (result.problem.code !== 'cancelled') showToast(problemToast(result.problem))
      return
    }
    const { refused } = result.value
    const show = refused.length > 0 ? [{ label: 'Show', run: () => showRefused(refused) }] : []
    showToast(plainToast(importText(result.value), ...show))
  }, [showToast, showRefused])

  return { bulk, reveal, openFile, acceptPartial, downloadAgain, move, chooseFolder, copyHash, importFolder }
}
export type ArchiveActions = ReturnType<typeof useArchiveActions>
