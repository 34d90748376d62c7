import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { ReviewPatch, SessionRow } from '../../../electron/contract/models/session-models.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { createLateSaves, type LateSave } from '../../ui/saves/late-saves.ts'

/** Keys and values of `now` that `sent` does not hold: what was typed while the saving ran. Null: nothing. */
const restOf = (now: ReviewPatch, sent: ReviewPatch): ReviewPatch | null => {
  const rest = Object.entries(now).filter(([key, value]) => value !== sent[key as keyof ReviewPatch])
  return rest.length === 0 ? null : (Object.fromEntries(rest) as ReviewPatch)
}

const SAVE_AFTER_MS = 300
/** Somebody who types on without a pause loses at most this much to a crash. */
const LONGEST_WAIT_MS = 1_000

/** What was changed of one session; it names its account, because another one may be active when it is saved. */
type Edit = { accountId: string; sessionId: string; patch: ReviewPatch }
export type Draft = LateSave<Edit>
type Store = { drafts: Record<string, Draft>; client: QueryClient | null }

/** Drafts outlive the panel: text that could not be saved is there again when one comes back. */
const useStore = create<Store>()(() => ({ drafts: {}, client: null }))

const isActive = (client: QueryClient, accountId: string): boolean =>
  client.getQueryData<Account[]>(['accounts.list', undefined])?.find(({ active }) => active)?.id === accountId

const drafts = createLateSaves<Edit, SessionRow>({
  save: (edit) => invoke('sessions.review', edit),
  merge: (before, next) => ({ ...next, patch: { ...before.patch, ...next.patch } }),
  rest: (now, sent) => {
    const patch = restOf(now.patch, sent.patch)
    return patch && { ...now, patch }
  },
  onSaved: (row) => {
    const { client } = useStore.getState()
    if (client && isActive(client, row.accountId))
      client.setQueryData(['sessions.get', { sessionId: row.sessionId }], row)
  },
  onChange: (key, draft) => useStore.setState((s) => ({ drafts: { ...s.drafts, [key]: draft } })),
  delayMs: () => SAVE_AFTER_MS,
  longestMs: () => LONGEST_WAIT_MS,
})

/** The row of a session with what was typed but is not saved yet, and the ways to change and save it. */
export const useReview = (sessionId: string) => {
  const client = useQueryClient()
  const query = useAsk('sessions.get', { sessionId })
  const saved = query.data
  const accountId = saved?.accountId ?? ''
  const key = `${accountId}/${sessionId}`
  const draft = useStore((s) => s.drafts[key])

  useEffect(() => useStore.setState({ client }), [client])
  useEffect(() => () => void drafts.flush(key), [key])

  const row: SessionRow | undefined = saved ? { ...saved, ...definedOnly(draft?.value?.patch) } : undefined
  return {
    row,
    draft,
    loading: query.isPending,
    error: query.error,
    reload: () => void query.refetch(),
    edit: (patch: ReviewPatch, now = false) => drafts.edit(key, { accountId, sessionId, patch }, now),
    save: () => void drafts.flush(key),
  }
}

type Defined = { [K in keyof ReviewPatch]?: Exclude<ReviewPatch[K], undefined> }
const definedOnly = (patch: ReviewPatch | undefined): Defined => (patch ?? {}) as Defined
