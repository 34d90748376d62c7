import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Mark } from '../../../../electron/contract/models/session-models.ts'
import { invoke, useAsk } from '../../../bridge.ts'
import { type PlayerStore, showToast } from '../player-store.ts'
import { inOrder } from './marks.ts'

const NONE: Mark[] = []

/** The marks of a session in order, and what can be done to them. Failures are shown over the picture and answered. */
export const useMarks = (accountId: string, sessionId: string, store: PlayerStore) => {
  const client = useQueryClient()
  const { data = NONE } = useAsk('marks.list', { sessionId })
  const marks = useMemo(() => inOrder(data), [data])

  return useMemo(() => {
    /** A list of another account, which is active by now, stays as it is. */
    const change = (edit: (marks: Mark[]) => Mark[]) =>
      client.setQueryData<Mark[]>(['marks.list', { sessionId }], (old) => old && edit(old))
    const reported = <R extends Awaited<ReturnType<typeof invoke<'marks.add'>>>>(result: R): R => {
      if (!result.ok) showToast(store, result.problem.message, { bad: true })
      return result
    }

    const add = async (atMs: number, text: string) => {
      const input = { accountId, sessionId, atMs: Math.max(0, Math.round(atMs)), text }
      const result = reported(await invoke('marks.add', input))
      if (!result.ok) return result
      change((old) => [...old, result.value])
      showToast(store, text ? 'Note added' : 'Mark added', { undo: () => void remove(result.value.id, true) })
      return result
    }
    const update = async (id: string, text: string) => {
      const result = reported(await invoke('marks.update', { accountId, id, text }))
      if (result.ok) change((old) => old.map((mark) => (mark.id === id ? result.value : mark)))
      return result
    }
    const remove = async (id: string, quiet = false): Promise<void> => {
      const result = reported(await invoke('marks.remove', { accountId, id }))
      if (!result.ok) return
      change((old) => old.filter((mark) => mark.id !== id))
      const { atMs, text } = result.value
      showToast(store, text ? 'Note removed' : 'Mark removed', quiet ? {} : { undo: () => void add(atMs, text) })
    }
    return { marks, add, update, remove }
  }, [accountId, client, marks, sessionId, store])
}
export type Marks = ReturnType<typeof useMarks>
