import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FunctionSent, FunctionState, FunctionTarget } from '../../../electron/contract/models/function-models.ts'
import type { Problem, Result } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { createDraftKeeper, type DraftTarget, type Saving } from './draft-keeper.ts'

const listeners = new Set<(target: DraftTarget, saving: Saving) => void>()

/** Outlives the screen: what was typed last is saved when one goes elsewhere, for the account it was typed in. */
const keeper = createDraftKeeper({
  save: (draft) => invoke('functions.saveDraft', draft),
  onSaved: (target, saving) => {
    for (const listener of listeners) listener(target, saving)
  },
})

/** One function on screen: what is kept, what is typed, and the acts on it. Give it a key by account and target. */
export const useFunction = (accountId: string, { connectionId, role }: FunctionTarget) => {
  const client = useQueryClient()
  const [state, setState] = useState<FunctionState | null>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [saving, setSaving] = useState<Saving>({ savedAt: null, problem: null })
  const [reading, setReading] = useState(true)
  const latest = useRef({ text: '', state: null as FunctionState | null })
  const gone = useRef(false)

  const show = useCallback((next: string) => {
    latest.current.text = next
    setText(next)
  }, [])
  /** Takes over what core says. What was typed stays; without a draft the text follows the known source. */
  const take = useCallback(
    (next: FunctionState) => {
      const { text: typed, state: before } = latest.current
      const untouched = before === null || typed === (before.known?.source ?? '')
      latest.current.state = next
      setState(next)
      setSaving((now) => ({ ...now, savedAt: next.draft?.savedAt ?? now.savedAt }))
      if (untouched) show(next.draft?.source ?? next.known?.source ?? '')
    },
    [show],
  )
  const recentChanged = useCallback(() => void client.invalidateQueries({ queryKey: ['functions.recent'] }), [client])

  const reload = useCallback(async (): Promise<FunctionState | null> => {
    setReading(true)
    await keeper.flush()
    const result = await invoke('functions.reload', { connectionId, role })
    if (gone.current) return null
    setReading(false)
    setProblem(result.ok ? result.value.problem : result.problem)
    if (!result.ok) return null
    take(result.value)
    recentChanged()
    return result.value
  }, [connectionId, role, take, recentChanged])

  useEffect(() => {
    gone.current = false
    void (async () => {
      await keeper.flush()
      const kept = await invoke('functions.open', { connectionId, role })
      if (gone.current) return
      if (kept.ok) take(kept.value)
      else setProblem(kept.problem)
      if (kept.ok) await reload()
      else setReading(false)
    })()
    const onSaved = (target: DraftTarget, now: Saving) => {
      if (target.accountId === accountId && target.connectionId === connectionId && target.role === role) setSaving(now)
      recentChanged()
    }
    listeners.add(onSaved)
    return () => {
      gone.current = true
      listeners.delete(onSaved)
      void keeper.flush()
    }
  }, [accountId, connectionId, role, take, reload, recentChanged])

  const edit = (next: string) => {
    show(next)
    keeper.edit({ accountId, connectionId, role }, next)
  }
  const known = state?.known?.source ?? null
  return {
    state,
    text,
    /** Whether the text is another one than the known source. */
    changed: text !== (known ?? ''),
    /** Why the last reading failed. */
    problem,
    saving,
    reading,
    edit,
    flush: () => void keeper.flush(),
    reload,
    /** Answers what was typed, so that it can be put back. */
    discard: async (): Promise<Result<string>> => {
      keeper.drop({ accountId, connectionId, role })
      const before = latest.current.text
      const result = await invoke('functions.discardDraft', { connectionId, role })
      if (!result.ok) return result
      show(result.value.known?.source ?? '')
      take(result.value)
      recentChanged()
      return { ok: true, value: before }
    },
    send: async (overwrite: boolean): Promise<Result<FunctionSent>> => {
      await keeper.flush()
      const source = latest.current.text
      const result = await invoke('functions.send', { connectionId, role, source, overwrite })
      if (result.ok && !gone.current) {
        const edited = latest.current.text !== source
        if (!edited) show(result.value.state.known?.source ?? source)
        take(result.value.state)
        setProblem(result.value.state.problem)
        recentChanged()
      }
      return result
    },
  }
}

export type OpenFunction = ReturnType<typeof useFunction>
