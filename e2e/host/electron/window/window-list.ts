/** What `app` and the session need of a window; kept apart so that neither imports the window itself. */
export type ListedWindow = {
  readonly id: number
  readonly name: string
  focus: () => void
  /** Asks the window first; it may refuse. */
  close: () => void
}

const windows = new Set<ListedWindow>()

export const addWindow = (window: ListedWindow): void => {
  windows.add(window)
}
export const removeWindow = (window: ListedWindow): void => {
  windows.delete(window)
}
/** Oldest first. */
export const liveWindows = (): ListedWindow[] => [...windows]
