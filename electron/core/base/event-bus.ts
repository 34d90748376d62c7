import type { EventName, Events } from '../../contract/events.ts'

type Listener<N extends EventName> = (payload: Events[N]) => void
type AnyListener = <N extends EventName>(name: N, payload: Events[N]) => void

/** The one way events leave core; the shell relays them to the windows, the command line ignores them. */
export const createEvents = () => {
  const anyListeners = new Set<AnyListener>()
  const listeners: { [N in EventName]?: Set<Listener<N>> } = {}

  return {
    emit: <N extends EventName>(name: N, payload: Events[N]): void => {
      for (const listener of anyListeners) listener(name, payload)
      const named: Set<Listener<N>> | undefined = listeners[name]
      for (const listener of named ?? []) listener(payload)
    },
    /** For what lives as long as core; called after the listeners of all events. */
    on: <N extends EventName>(name: N, listener: Listener<N>): void => {
      const named: Set<Listener<N>> = listeners[name] ?? new Set()
      listeners[name] = named as (typeof listeners)[N] // the compiler does not relate the generic entry to its own type
      named.add(listener)
    },
    /** Answers the function that ends the subscription. */
    onAny: (listener: AnyListener): (() => void) => {
      anyListeners.add(listener)
      return () => void anyListeners.delete(listener)
    },
  }
}
