import { create } from 'zustand'
import type { PolicyAnswer } from '../../../electron/contract/models/cache-policy-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { EMPTY_FORM, type FieldName, formOf, type PolicyForm, requestOf } from './fields.ts'

/** Older answers make room: the page keeps what can be looked through. */
const MOST_ANSWERS = 100
const MOST_TEXT = 40 * 2 ** 20

export type Kept = PolicyAnswer & { id: number }
export type Pane = 'policy' | 'raw' | 'headers'

export type PolicyState = {
  form: PolicyForm
  /** Newest first. */
  answers: readonly Kept[]
  shown: number | null
  /** Answers selected for a comparison, at most two, in the order of selection. */
  marked: readonly number[]
  comparing: boolean
  pane: Pane
  asking: boolean
  /** Why nothing could be sent. */
  problem: Problem | null
  /** Controls changed since the last answer: what was refused of them no longer counts. */
  touched: readonly FieldName[]
}

const START: PolicyState = {
  form: EMPTY_FORM,
  answers: [],
  shown: null,
  marked: [],
  comparing: false,
  pane: 'policy',
  asking: false,
  problem: null,
  touched: [],
}

type Store = { byAccount: Record<string, PolicyState> }
const useStore = create<Store>()(() => ({ byAccount: {} }))

/** Each account has its answers, for as long as the page lives. */
export const usePolicy = (accountId: string): PolicyState => useStore((s) => s.byAccount[accountId] ?? START)
const policyNow = (accountId: string): PolicyState => useStore.getState().byAccount[accountId] ?? START
export const patchPolicy = (accountId: string, change: Partial<PolicyState>): void =>
  useStore.setState(({ byAccount }) => ({
    byAccount: { ...byAccount, [accountId]: { ...(byAccount[accountId] ?? START), ...change } },
  }))

export const setField = <N extends FieldName>(accountId: string, field: N, value: PolicyForm[N]): void => {
  const { form, touched } = policyNow(accountId)
  patchPolicy(accountId, {
    form: { ...form, [field]: value },
    touched: touched.includes(field) ? touched : [...touched, field],
  })
}

/** Fills the controls as they stood for this answer. */
export const takeOver = (accountId: string, { asked }: Kept): void =>
  patchPolicy(accountId, { form: formOf(asked), touched: ['mode', 'maxAge', 'ttl'] })

/** The newest of the answers that fit; the newest one always does. */
export const newestThatFit = (answers: readonly Kept[]): Kept[] => {
  let size = 0
  return answers.slice(0, MOST_ANSWERS).filter((answer, index) => {
    size += answer.json?.length ?? 0
    return index === 0 || size <= MOST_TEXT
  })
}

let lastId = 0

/** Asks with what is in the controls; what comes is the newest answer and shown at once. */
export const askPolicy = async (accountId: string): Promise<void> => {
  const { form, asking } = policyNow(accountId)
  const asked = requestOf(form)
  if (asked === null || asking) return
  patchPolicy(accountId, { asking: true, problem: null })
  const result = await invoke('cachePolicy.ask', asked)
  if (!result.ok) {
    const stopped = result.problem.code === 'cancelled'
    patchPolicy(accountId, { asking: false, problem: stopped ? null : result.problem })
    return
  }
  lastId += 1
  const kept: Kept = { ...result.value, id: lastId }
  const { answers, marked } = policyNow(accountId)
  const left = newestThatFit([kept, ...answers])
  patchPolicy(accountId, {
    asking: false,
    answers: left,
    shown: kept.id,
    marked: marked.filter((id) => left.some((one) => one.id === id)),
    comparing: false,
    touched: [],
  })
}

export const stopAsking = (): void => void invoke('cachePolicy.stop', undefined)

export const showAnswer = (accountId: string, id: number): void =>
  patchPolicy(accountId, { shown: id, comparing: false, problem: null })

/** Takes an answer into the comparison or out; a third one takes the place of the first. */
export const toggleMark = (accountId: string, id: number): void => {
  const { marked } = policyNow(accountId)
  const next = marked.includes(id) ? marked.filter((one) => one !== id) : [...marked, id].slice(-2)
  patchPolicy(accountId, { marked: next, comparing: false })
}

export const compare = (accountId: string, pair: readonly [number, number]): void =>
  patchPolicy(accountId, { marked: pair, comparing: true })
