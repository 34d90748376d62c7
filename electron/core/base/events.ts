import type { EventName, Events } from '../../contract/events.ts'

type AnyListener = <N extends EventName>(name: N, payload: Events[N]) => void

/** The one way news leaves core; the shell relays them to the windows, the command line to nobody. */
export const createEvents = () => {
  const listeners = new Set<AnyListener>()
  return {
    emit: <N extends EventName>(name: N, payload: Events[N]): void => {
      for (const listener of listeners) listener(name, payload)
    },
    /** Answers the function that ends the subscription. */
    onAny: (listener: AnyListener): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
