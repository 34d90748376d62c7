import { create } from 'zustand'
import { createRemembered } from '../../ui/saves/remembered.ts'
import { restoreView, type View } from './view-state.ts'

export type Trail = { view: View; past: View[]; future: View[] }

export const START: Trail = { view: { name: 'sessions' }, past: [], future: [] }
const DEPTH = 50

const sameStop = (a: View, b: View): boolean => a.name === b.name && a.name !== 'player'

/** A new stop; the same view again only changes what it shows, and so does another session from within the player. */
export const goTo = (trail: Trail, view: View): Trail => {
  const stays = sameStop(trail.view, view) || (trail.view.name === 'player' && view.name === 'player')
  if (stays) return { ...trail, view }
  return { view, past: [...trail.past, trail.view].slice(-DEPTH), future: [] }
}

export const goBack = (trail: Trail): Trail => {
  const view = trail.past.at(-1)
  if (!view) return trail.view.name === 'sessions' ? trail : { ...START, future: [trail.view] }
  return { view, past: trail.past.slice(0, -1), future: [trail.view, ...trail.future] }
}

export const goForward = (trail: Trail): Trail => {
  const [view, ...future] = trail.future
  return view ? { view, past: [...trail.past, trail.view], future } : trail
}

/** What was written at the last end, for the same account; anything else starts at the list. */
export const readTrail = (stored: string | null, accountId: string): Trail => {
  try {
    const { account, view, before } = JSON.parse(stored ?? 'null') as {
      account?: unknown
      view?: Record<string, unknown>
      before?: unknown
    }
    const shown = account === accountId && view ? restoreView(view) : null
    if (shown === null) return START
    if (shown.name !== 'player') return { ...START, view: shown }
    return { view: shown, past: [{ name: before === 'archive' ? 'archive' : 'sessions' }], future: [] }
  } catch {
    return START
  }
}

/** Where "back" leads from here. */
export const viewBefore = ({ past }: Pick<Trail, 'past'>): View['name'] => past.at(-1)?.name ?? 'sessions'

/** The view of the last end, with its account. */
const lastView = createRemembered<{ text: string | null }>(
  'desk.view',
  (text) => ({ text }),
  ({ text }) => text ?? '',
)

type Navigation = Trail & {
  accountId: string | null
  /** Counts the moves, so that opening the same link twice is two visits. */
  stop: number
  /** The session whose player was left for the list with the last move. */
  watchedId: string | null
  /** Where to go in an account that the frame has not entered yet. */
  arriving: { accountId: string; trail: Trail } | null
  /** Another account starts where it was left at the last end, else at its list. */
  enter: (accountId: string) => void
  /** No account is in use any more. */
  leave: () => void
  go: (view: View) => void
  /** Goes there in another account, which becomes active a moment before or after this; "back" then leads to `from`. */
  goIn: (accountId: string, view: View, from?: View) => void
  back: () => void
  forward: () => void
}

export const useNavigation = create<Navigation>()((set, get) => {
  const apply = (trail: Trail) => {
    const from = get().view
    const watchedId = from.name === 'player' && trail.view.name === 'sessions' ? from.sessionId : null
    set({ ...trail, stop: get().stop + 1, watchedId })
    lastView.setState({
      text: JSON.stringify({ account: get().accountId, view: trail.view, before: viewBefore(trail) }),
    })
  }
  return {
    ...START,
    accountId: null,
    stop: 0,
    arriving: null,
    watchedId: null,
    enter: (accountId) => {
      const { accountId: before, arriving } = get()
      const arrives = arriving?.accountId === accountId
      if (arrives) set({ arriving: null })
      if (before === accountId) return
      set({ ...START, accountId }) // the player that is left was another account's
      if (arrives) apply(arriving.trail)
      else apply(before === null ? readTrail(lastView.getState().text, accountId) : START)
    },
    leave: () => set({ ...START, accountId: null }),
    go: (view) => apply(goTo(get(), view)),
    goIn: (accountId, view, from = START.view) => {
      const { accountId: before, enter } = get()
      enter(accountId)
      if (before === accountId) return apply(goTo(get(), view))
      const trail = goTo({ ...START, view: from }, view)
      apply(trail)
      set({ arriving: { accountId, trail } })
    },
    back: () => apply(goBack(get())),
    forward: () => apply(goForward(get())),
  }
})
