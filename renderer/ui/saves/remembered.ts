import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'

/**
 * A store that is remembered across starts in the page's own storage, under `key`, as the text that `write` gives. `read`
 * answers the default for null and for whatever it does not know: keys and texts of earlier versions stay readable.
 * Where storage is blocked or full, a choice lasts until the window closes.
 */
export const createRemembered = <State extends object>(
  key: string,
  read: (stored: string | null) => State,
  write: (state: State) => string,
) => {
  const storage: PersistStorage<State> = {
    getItem: (name) => {
      try {
        return { state: read(localStorage.getItem(name)) }
      } catch {
        return null
      }
    },
    setItem: (name, { state }) => {
      try {
        localStorage.setItem(name, write(state))
      } catch {
        // blocked or full: nothing is remembered
      }
    },
    removeItem: (name) => localStorage.removeItem(name),
  }
  return create<State>()(persist(() => read(null), { name: key, storage }))
}
