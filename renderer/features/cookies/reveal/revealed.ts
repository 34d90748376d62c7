import { REVEAL_MS } from '../../../../electron/contract/constants/cookie-constants.ts'

/** Values on screen, for as long as they may be there. Times in epoch ms. */
export type Revealed = {
  values: ReadonlyMap<string, { value: string; until: number }>
  /** Set while all values are shown. */
  allUntil: number | null
  /** Counts what was hidden: an answer to a question asked before is thrown away. */
  turn: number
}

export const HIDDEN: Revealed = { values: new Map(), allUntil: null, turn: 0 }

type Value = { id: string; value: string }

/** Adds values for a minute from `now`. */
export const withValues = (state: Revealed, values: readonly Value[], all: boolean, now: number): Revealed => {
  const until = now + REVEAL_MS
  const next = new Map(state.values)
  for (const { id, value } of values) next.set(id, { value, until })
  return { ...state, values: next, allUntil: all ? until : state.allUntil }
}

export const without = (state: Revealed, id: string): Revealed => {
  if (!state.values.has(id)) return state
  const values = new Map(state.values)
  values.delete(id)
  return { ...state, values, allUntil: values.size === 0 ? null : state.allUntil }
}

export const nothing = (state: Revealed): Revealed => ({ ...HIDDEN, turn: state.turn + 1 })

/** Takes off what had its minute. The same object when there is nothing to take off. */
export const afterTime = (state: Revealed, now: number): Revealed => {
  const values = new Map([...state.values].filter(([, { until }]) => until > now))
  const allUntil = state.allUntil !== null && state.allUntil <= now ? null : state.allUntil
  if (values.size === state.values.size && allUntil === state.allUntil) return state
  return { ...state, values, allUntil }
}

/** When the next value has had its minute; null: nothing is shown. */
export const nextEnd = (state: Revealed): number | null => {
  let next: number | null = state.allUntil
  for (const { until } of state.values.values()) if (next === null || until < next) next = until
  return next
}
