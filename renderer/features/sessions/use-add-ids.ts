import { useCallback, useState } from 'react'
import type { Result } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { addedSentence, usableText } from './dropped.ts'
import { DEFAULT_LIST_QUERY } from './list-query.ts'
import { patchList } from './list-store.ts'
import { plain, type Said, wrong } from './said.ts'

/** Adds ids from any text to the list and says what came of it. One added id can be shown and taken back. */
export const useAddIds = (accountId: string, say: (said: Said) => void) => {
  const [busy, setBusy] = useState(false)
  const add = useCallback(
    async (raw: string): Promise<Result<null>> => {
      const text = usableText(raw)
      if (text === null) {
        const message = raw.trim() === '' ? 'There is no text in it.' : 'That is more than 10 MB of text.'
        return { ok: false, problem: { code: 'invalid-input', message, next: 'Paste or drop session ids.' } }
      }
      setBusy(true)
      const result = await invoke('sessions.addIds', { text })
      setBusy(false)
      if (!result.ok) return result
      const { added, known, first } = result.value
      const sentence = addedSentence(result.value)
      if (added === 0 && known === 0) {
        say(wrong(sentence))
        return { ok: true, value: null }
      }
      const show = {
        label: 'Show',
        run: () => patchList(accountId, { query: { ...DEFAULT_LIST_QUERY, text: first ?? '' } }),
      }
      const undo = {
        label: 'Undo',
        run: () => {
          if (first) void invoke('sessions.forget', { sessionId: first })
        },
      }
      const actions = first === null ? [] : added === 1 && known === 0 ? [show, undo] : added + known === 1 ? [show] : []
      say(plain(sentence, ...actions))
      return { ok: true, value: null }
    },
    [accountId, say],
  )
  return { add, busy }
}
