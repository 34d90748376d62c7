import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ActivityDetail, ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import { ask, invoke, problemOf } from '../../../bridge.ts'
import { errorToast, plainToast, problemToast, type Toast } from '../../../ui/feedback/toast.ts'
import { copyText } from '../../../ui/text/copy.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import { headersText } from './headers-text.ts'
import { filterOf } from './request-query.ts'
import { requestsOf } from './request-store.ts'

export const requests = (n: number): string => `${formatCount(n)} ${n === 1 ? 'request' : 'requests'}`

/** What can be done with requests; the outcome is shown in the table. */
export const useRequestActions = (accountId: string, showToast: (toast: Toast) => void) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState<'export' | 'clear' | null>(null)

  const copy = useCallback(
    async (text: string, done: string) =>
      showToast((await copyText(text)) ? plainToast(done) : errorToast("Couldn't copy to the clipboard.")),
    [showToast],
  )
  const copyOf = useCallback(
    async (row: ActivityRow, textOf: (detail: ActivityDetail) => string, done: string) => {
      const input = { id: row.id }
      try {
        const detail = await client.fetchQuery({
          queryKey: ['activity.get', input],
          queryFn: () => ask('activity.get', input),
        })
        await copy(textOf(detail), done)
      } catch (error) {
        showToast(problemToast(problemOf(error)))
      }
    },
    [client, copy, showToast],
  )
  const copyCurl = useCallback(
    (row: ActivityRow) =>
      void copyOf(row, ({ curl }) => curl, 'Copied as curl. The shell inserts your token from $REPLAY_DESK_TOKEN.'),
    [copyOf],
  )
  const copyHeaders = useCallback((row: ActivityRow) => void copyOf(row, headersText, 'Copied the headers.'), [copyOf])
  const copyAddress = useCallback(
    (row: ActivityRow) => void copyOf(row, ({ url }) => url, 'Copied the address.'),
    [copyOf],
  )
  const save = useCallback(async () => {
    setBusy('export')
    const result = await invoke('activity.export', filterOf(requestsOf(accountId).query)).finally(() => setBusy(null))
    if (!result.ok) return showToast(problemToast(result.problem))
    const { name, count } = result.value
    if (name !== null) showToast(plainToast(`Saved ${requests(count)} as ${name}.`))
  }, [accountId, showToast])
  const clear = useCallback(async () => {
    setBusy('clear')
    const result = await invoke('activity.clear', undefined).finally(() => setBusy(null))
    showToast(result.ok ? plainToast(`Cleared ${requests(result.value.removed)}.`) : problemToast(result.problem))
  }, [showToast])

  return { busy, copyCurl, copyHeaders, copyAddress, save: () => void save(), clear: () => void clear() }
}
export type RequestActions = ReturnType<typeof useRequestActions>
