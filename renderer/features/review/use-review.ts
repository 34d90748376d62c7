import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { ReviewPatch, SessionRow } from '../../../electron/contract/session-models.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { createDrafts, type Draft } from './drafts.ts'

const SAVE_AFTER_MS = 500

type Store = { drafts: Record<string, Draft>; client: QueryClient | null }

/** Drafts outlive the panel: text that could not be saved is there again when one comes back. */
const useStore = create<Store>()(() => ({ drafts: {}, client: null }))

const rowKey = (sessionId: string) => ['sessions.get', { sessionId }] as const

const drafts = createDrafts({
  delayMs: SAVE_AFTER_MS,
  save: (sessionId, patch) => invoke('sessions.review', { sessionId, patch }),
  onSaved: (row) => useStore.getState().client?.setQueryData(rowKey(row.sessionId), row),
  onChange: (key, draft) => useStore.setState((s) => ({ drafts: { ...s.drafts, [key]: draft } })),
})

/** The row of a session with what was typed but is not saved yet, and the ways to change and save it. */
export const useReview = (sessionId: string) => {
  const client = useQueryClient()
  const query = useAsk('sessions.get', { sessionId })
  const saved = query.data
  const key = saved ? `${saved.accountId}/${sessionId}` : ''
  const draft = useStore((s) => s.drafts[key])

  useEffect(() => useStore.setState({ client }), [client])
  useEffect(() => () => void drafts.flush(key, sessionId), [key, sessionId])

  const row: SessionRow | undefined = saved ? { ...saved, ...definedOnly(draft?.patch) } : undefined
  return {
    row,
    draft,
    loading: query.isPending,
    error: query.error,
    reload: () => void query.refetch(),
    edit: (change: ReviewPatch, now = false) => drafts.edit(key, sessionId, change, now),
    save: () => void drafts.flush(key, sessionId),
  }
}

type Defined = { [K in keyof ReviewPatch]?: Exclude<ReviewPatch[K], undefined> }
const definedOnly = (patch: ReviewPatch | undefined): Defined => (patch ?? {}) as Defined
