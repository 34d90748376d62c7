import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Account } from '../../../../electron/contract/models/account-models.ts'
import type { Problem, Result } from '../../../../electron/contract/result.ts'
import { invoke, problemOf, useAsk } from '../../../bridge.ts'
import { type Added, addedSentence, nothingAdded, sumOf, usableText } from '../../../ui/add-ids/added-ids.ts'
import { errorToast, plainToast, type Toast } from '../../../ui/feedback/toast.ts'

const sentence = ({ message, next }: Problem): string => [message, next].filter(Boolean).join(' ')

const addAll = async (texts: readonly string[]): Promise<Result<Added>> => {
  let sum = nothingAdded()
  for (const raw of texts) {
    const text = usableText(raw)
    if (text === null) {
      const message = raw.trim() === '' ? 'It contains no text.' : 'That is more than 10 MB of text.'
      return { ok: false, problem: { code: 'invalid-input', message, next: 'Paste or drop profile ids.' } }
    }
    const result = await invoke('profiles.addIds', { text })
    if (!result.ok) return result
    sum = sumOf(sum, result.value)
  }
  return { ok: true, value: sum }
}

/** The profiles of the account in use, and what can be done to the list. `profiles.changed` keeps it new. */
export const useProfiles = (account: Account, showToast: (toast: Toast) => void, open: (profileId: string) => void) => {
  const client = useQueryClient()
  const list = useAsk('profiles.list', undefined)
  const [busy, setBusy] = useState(false)
  const { id, signedIn } = account

  const refresh = useCallback(async () => {
    const result = await invoke('profiles.refresh', undefined)
    if (result.ok) client.setQueryData(['profiles.list', undefined], result.value)
    else showToast(errorToast(sentence(result.problem)))
  }, [client, showToast])

  // The first time a person sees an account, its profiles are fetched without being asked for.
  const begun = useRef<string | null>(null)
  const untouched = list.data?.listing.state === 'unknown'
  useEffect(() => {
    if (!untouched || !signedIn || begun.current === id) return
    begun.current = id
    void refresh()
  }, [id, refresh, signedIn, untouched])

  const forget = useCallback(
    async (profileId: string) => {
      const result = await invoke('profiles.forget', { profileId })
      if (!result.ok) return showToast(errorToast(sentence(result.problem)))
      await client.invalidateQueries({ queryKey: ['profiles.list'] })
      showToast(
        plainToast('Removed the profile and its snapshots from the list.', {
          label: 'Add it again',
          run: () => void invoke('profiles.addIds', { text: JSON.stringify(profileId) }),
        }),
      )
    },
    [client, showToast],
  )

  const add = useCallback(
    async (...texts: string[]): Promise<Result<Added>> => {
      setBusy(true)
      const result = await addAll(texts)
      setBusy(false)
      if (!result.ok) return result
      const { added, known, first } = result.value
      await client.invalidateQueries({ queryKey: ['profiles.list'] })
      const text = addedSentence(result.value, 'profile')
      const show = first !== null && added + known === 1 ? [{ label: 'Open', run: () => open(first) }] : []
      showToast(added + known === 0 ? errorToast(text) : plainToast(text, ...show))
      return result
    },
    [client, open, showToast],
  )
  /** For what was pasted or dropped: a refusal is shown as a toast, not in a dialog. */
  const take = useCallback(
    async (...texts: string[]) => {
      const result = await add(...texts)
      if (!result.ok) showToast(errorToast(sentence(result.problem)))
    },
    [add, showToast],
  )

  const { data, error, refetch } = list
  return useMemo(
    () => ({
      list: data ?? null,
      problem: error ? problemOf(error) : null,
      retry: () => void refetch(),
      refresh,
      forget,
      add,
      take,
      busy,
    }),
    [add, busy, data, error, forget, refetch, refresh, take],
  )
}
export type Profiles = ReturnType<typeof useProfiles>
