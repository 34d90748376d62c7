import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Mark } from '../../../electron/contract/session-models.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { inOrder } from './marks.ts'
import { type PlayerStore, say } from './player-store.ts'

const NONE: Mark[] = []

/** The marks of a session in order, and what can be done to them. Failures are said over the picture. */
export const useMarks = (sessionId: string, store: PlayerStore) => {
  const client = useQueryClient()
  const { data = NONE } = useAsk('marks.list', { sessionId })
  const marks = useMemo(() => inOrder(data), [data])

  return useMemo(() => {
    const change = (edit: (marks: Mark[]) => Mark[]) =>
      client.setQueryData<Mark[]>(['marks.list', { sessionId }], (old) => edit(old ?? NONE))

    const add = async (atMs: number, text: string): Promise<void> => {
      const result = await invoke('marks.add', { sessionId, atMs: Math.max(0, Math.round(atMs)), text })
      if (!result.ok) return say(store, result.problem.message, { bad: true })
      change((old) => [...old, result.value])
      say(store, text ? 'Note added' : 'Mark added', { undo: () => void remove(result.value.id, true) })
    }
    const update = async (id: string, text: string): Promise<void> => {
      const result = await invoke('marks.update', { id, text })
      if (!result.ok) return say(store, result.problem.message, { bad: true })
      change((old) => old.map((mark) => (mark.id === id ? result.value : mark)))
    }
    const remove = async (id: string, quiet = false): Promise<void> => {
      const result = await invoke('marks.remove', { id })
      if (!result.ok) return say(store, result.problem.message, { bad: true })
      change((old) => old.filter((mark) => mark.id !== id))
      const { atMs, text } = result.value
      say(store, text ? 'Note removed' : 'Mark removed', quiet ? {} : { undo: () => void add(atMs, text) })
    }
    return { marks, add, update, remove }
  }, [client, marks, sessionId, store])
}
export type Marks = ReturnType<typeof useMarks>
