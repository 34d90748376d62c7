import { useCallback, useState } from 'react'
import type { Result } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { type Added, addedSentence, nothingAdded, sumOf, usableText } from '../../ui/add-ids/added-ids.ts'
import { errorToast, plainToast, type Toast } from '../../ui/feedback/toast.ts'
import { DEFAULT_LIST_QUERY } from './session-query.ts'
import { patchList } from './session-store.ts'

const refused = (raw: string): Result<Added> => {
  const message = raw.trim() === '' ? 'It contains no text.' : 'That is more than 10 MB of text.'
  return { ok: false, problem: { code: 'invalid-input', message, next: 'Paste or drop session ids.' } }
}

/** Each text by itself: two JSON files one after the other are no JSON. */
const addAll = async (texts: readonly string[]): Promise<Result<Added>> => {
  let sum = nothingAdded()
  for (const raw of texts) {
    const text = usableText(raw)
    const result = text === null ? refused(raw) : await invoke('sessions.addIds', { text })
    if (!result.ok) return result
    sum = sumOf(sum, result.value)
  }
  return { ok: true, value: sum }
}

/** Adds ids from any texts to the list and says what came of it. One added id can be shown and taken back. */
export const useAddIds = (accountId: string, showToast: (toast: Toast) => void) => {
  const [busy, setBusy] = useState(false)
  const add = useCallback(
    async (...texts: string[]): Promise<Result<Added>> => {
      setBusy(true)
      const result = await addAll(texts)
      setBusy(false)
      if (!result.ok) return result
      const { added, known, first } = result.value
      const sentence = addedSentence(result.value, 'session')
      if (first === null) {
        showToast(added + known === 0 ? errorToast(sentence) : plainToast(sentence))
        return result
      }
      const show = {
        label: 'Show',
        run: () => patchList(accountId, { query: { ...DEFAULT_LIST_QUERY, text: first } }),
      }
      const undo = { label: 'Undo', run: () => void invoke('sessions.forget', { sessionId: first }) }
      const one = added + known === 1
      showToast(plainToast(sentence, ...(one ? [show] : []), ...(one && added === 1 ? [undo] : [])))
      return result
    },
    [accountId, showToast],
  )
  return { add, busy }
}
