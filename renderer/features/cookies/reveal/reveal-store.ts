import { create } from 'zustand'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke } from '../../../bridge.ts'
import { afterTime, HIDDEN, nothing, type Revealed, without, withValues } from './revealed.ts'

/** The one place of the page that holds values. It is never written anywhere, and forgets after a minute. */
export const useRevealed = create<Revealed>()(() => HIDDEN)

const now = useRevealed.getState
const put = (next: Revealed): void => {
  if (next !== now()) useRevealed.setState(next, true)
}

/** Asks main for the values of these rows. Answers the problem; what was hidden meanwhile stays hidden. */
export const reveal = async (readId: string, ids: readonly string[], all: boolean): Promise<Problem | null> => {
  const { turn } = now()
  const result = await invoke('cookies.reveal', { readId, ids: [...ids] })
  if (!result.ok) return result.problem
  if (now().turn === turn) put(withValues(now(), result.value.values, all, Date.now()))
  return null
}

export const hide = (id: string): void => put(without(now(), id))
export const hideAll = (): void => put(nothing(now()))
export const forgetOld = (): void => put(afterTime(now(), Date.now()))
export const isRevealed = (id: string): boolean => now().values.has(id)
export const anyRevealed = (): boolean => now().values.size > 0
export const allRevealed = (): boolean => now().allUntil !== null
