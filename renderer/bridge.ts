import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Bridge } from '../electron/contract/bridge.ts'
import type { EventName, Events } from '../electron/contract/events.ts'
import type { Input, OperationName, Output } from '../electron/contract/operations.ts'
import type { Problem, Result } from '../electron/contract/result.ts'

declare global {
  interface Window {
    /** Put here by the preload. */
    readonly desk: Bridge
  }
}

/** The plain form: a Result, for calls whose failure is shown where they were made. */
export const invoke = async <N extends OperationName>(name: N, input: Input<N>): Promise<Result<Output<N>>> => {
  const answer = await (window.desk.invoke as (name: N, input: Input<N>) => Promise<string | Result<Output<N>>>)(
    name,
    input,
  )
  return typeof answer === 'string' ? JSON.parse(answer) : answer // a text: see `asText` of OperationTable
}

/** TanStack Query speaks exceptions: a problem travels in `cause`. */
export const ask = async <N extends OperationName>(name: N, input: Input<N>): Promise<Output<N>> => {
  const result = await invoke(name, input)
  if (result.ok) return result.value
  throw new Error(result.problem.message, { cause: result.problem })
}

/** The problem behind a failed query or mutation. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Error && typeof error.cause === 'object' && error.cause !== null && 'code' in error.cause
    ? (error.cause as Problem)
    : { code: 'internal', message: error instanceof Error ? error.message : String(error) }

/** One key shape everywhere: `[operation, input]`, so that events can invalidate by operation. */
export const useAsk = <N extends OperationName>(
  name: N,
  input: Input<N>,
  options: Omit<UseQueryOptions<Output<N>>, 'queryKey' | 'queryFn'> = {},
) => useQuery<Output<N>>({ queryKey: [name, input], queryFn: () => ask(name, input), ...options })

export const onEvent = <N extends EventName>(name: N, listener: (payload: Events[N]) => void): (() => void) =>
  window.desk.on(name, listener)
