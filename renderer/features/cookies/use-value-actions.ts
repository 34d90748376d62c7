import { useCallback } from 'react'
import { CLIPBOARD_MS } from '../../../electron/contract/constants/cookie-constants.ts'
import type { CookieRead, CookieRow } from '../../../electron/contract/models/cookie-models.ts'
import { invoke } from '../../bridge.ts'
import { errorToast, plainToast, type Toast } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/text/copy.ts'
import { formatSpan } from '../../ui/text/format-text.ts'
import { allRevealed, hide, hideAll, isRevealed, reveal } from './reveal/reveal-store.ts'

/** Revealing, hiding and copying values of one read. Main copies a value and clears the clipboard itself. */
export const useValueActions = (read: CookieRead | null, showToast: (toast: Toast) => void) => {
  const readId = read?.readId ?? null
  const hasValues = read?.hasValues ?? false
  const rows = read?.rows
  const tell = useCallback(
    (problem: { message: string; next?: string } | null) => {
      if (problem) showToast(errorToast([problem.message, problem.next].filter(Boolean).join(' ')))
    },
    [showToast],
  )

  const revealId = useCallback(
    async (id: string) => {
      if (readId === null) return
      if (!hasValues) return showToast(errorToast('This snapshot has only hashes of the values.'))
      if (isRevealed(id)) return hide(id)
      tell(await reveal(readId, [id], false))
    },
    [hasValues, readId, showToast, tell],
  )
  const revealRow = useCallback((row: CookieRow) => void revealId(row.id), [revealId])
  const revealAll = useCallback(async () => {
    if (allRevealed()) return hideAll()
    if (readId === null || !hasValues || !rows || rows.length === 0) return
    const ids = rows.map((row) => row.id)
    tell(await reveal(readId, ids, true))
  }, [hasValues, readId, rows, tell])
  const copyValue = useCallback(
    async (id: string) => {
      if (readId === null) return
      const result = await invoke('cookies.copyValue', { readId, id })
      if (!result.ok) return tell(result.problem)
      showToast(plainToast(`Copied the value. It is cleared from the clipboard after ${formatSpan(CLIPBOARD_MS)}.`))
    },
    [readId, showToast, tell],
  )
  const copyPlain = useCallback(
    async (text: string, what: string) => {
      const copied = await copyText(text)
      showToast(copied ? plainToast(`Copied the ${what}.`) : errorToast("Couldn't copy to the clipboard."))
    },
    [showToast],
  )
  return { revealId, revealRow, revealAll, copyValue, copyPlain }
}
export type ValueActions = ReturnType<typeof useValueActions>
