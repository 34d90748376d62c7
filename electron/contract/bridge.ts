import type { EventName, Events } from './events.ts'
import type { Input, OperationName, Output, TextOperationName } from './operations.ts'
import type { Result } from './result.ts'

/** What the preload puts on `window.desk`, and all the page can reach. */
export type Bridge = {
  invoke: <N extends OperationName>(
    name: N,
    ...input: undefined extends Input<N> ? [input?: Input<N>] : [input: Input<N>]
  ) => Promise<N extends TextOperationName ? string : Result<Output<N>>>
  /** Answers the function that ends the subscription. */
  on: <N extends EventName>(name: N, listener: (payload: Events[N]) => void) => () => void
}
