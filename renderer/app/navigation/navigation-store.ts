import { create } from 'zustand'
import { type FunctionRole, functionRoles } from '../../../electron/contract/constants/function-constants.ts'
import type { SessionQuery } from '../../../electron/contract/models/session-models.ts'

export type ListQuery = Omit<SessionQuery, 'offset' | 'limit' | 'find'>
type SettingsSection = 'general' | 'archive' | 'accounts'
const sections: readonly unknown[] = ['general', 'archive', 'accounts'] satisfies SettingsSection[]
const isSection = (value: unknown): value is SettingsSection => sections.includes(value)
const activitySections = ['requests', 'limit', 'health', 'usage'] as const
type ActivitySection = (typeof activitySections)[number]
const isActivity = (value: unknown): value is ActivitySection =>
  (activitySections as readonly unknown[]).includes(value)
const isRole = (value: unknown): value is FunctionRole => (functionRoles as readonly unknown[]).includes(value)
export type View =
  | { place: 'sessions' }
  | { place: 'archive' }
  | { place: 'player'; sessionId: string; startAtMs: number | null; play?: boolean; query: ListQuery }
  | { place: 'profiles'; profileId: string | null }
  | { place: 'functions'; target: { connectionId: string; role: FunctionRole } | null }
  | { place: 'cache-policy' }
  | { place: 'activity'; section: ActivitySection }
  | { place: 'settings'; section: SettingsSection }

export type Trail = { view: View; past: View[]; future: View[] }

export const START: Trail = { view: { place: 'sessions' }, past: [], future: [] }
export const PLAIN_QUERY: ListQuery = { text: '', chips: [], sort: 'started', direction: 'desc' }
const DEPTH = 50

const sameStop = (a: View, b: View): boolean => a.place === b.place && a.place !== 'player'

/** A new stop; the same place again only changes where one stands, and so does another run from within the player. */
export const goTo = (trail: Trail, view: View): Trail => {
  const stays = sameStop(trail.view, view) || (trail.view.place === 'player' && view.place === 'player')
  if (stays) return { ...trail, view }
  return { view, past: [...trail.past, trail.view].slice(-DEPTH), future: [] }
}

export const goBack = (trail: Trail): Trail => {
  const view = trail.past.at(-1)
  if (!view) return trail.view.place === 'sessions' ? trail : { ...START, future: [trail.view] }
  return { view, past: trail.past.slice(0, -1), future: [trail.view, ...trail.future] }
}

export const goForward = (trail: Trail): Trail => {
  const [view, ...future] = trail.future
  return view ? { view, past: [...trail.past, trail.view], future } : trail
}

const isQuery = (value: unknown): value is ListQuery =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'chips' in value &&
  Array.isArray(value.chips) &&
  'sort' in value &&
  typeof value.sort === 'string' &&
  'direction' in value &&
  (value.direction === 'asc' || value.direction === 'desc')

const readTarget = (value: unknown): { connectionId: string; role: FunctionRole } | null => {
  const { connectionId, role } = (value ?? {}) as { connectionId?: unknown; role?: unknown }
  return typeof connectionId === 'string' && connectionId !== '' && isRole(role) ? { connectionId, role } : null
}

/** What was written at the last end, for the same account; anything odd starts at the list. */
export const readTrail = (stored: string | null, accountId: string): Trail => {
  try {
    const { account, view, before } = JSON.parse(stored ?? 'null') as {
      account?: unknown
      view?: Record<string, unknown>
      before?: unknown
    }
    if (account !== accountId || !view) return START
    if (view.place === 'settings')
      return { ...START, view: { place: 'settings', section: isSection(view.section) ? view.section : 'general' } }
    if (view.place === 'archive') return { ...START, view: { place: 'archive' } }
    if (view.place === 'profiles')
      return {
        ...START,
        view: { place: 'profiles', profileId: typeof view.profileId === 'string' ? view.profileId : null },
      }
    if (view.place === 'functions') return { ...START, view: { place: 'functions', target: readTarget(view.target) } }
    if (view.place === 'cache-policy') return { ...START, view: { place: 'cache-policy' } }
    if (view.place === 'activity')
      return { ...START, view: { place: 'activity', section: isActivity(view.section) ? view.section : 'requests' } }
    if (view.place === 'player' && typeof view.sessionId === 'string' && view.sessionId && isQuery(view.query))
      return {
        view: { place: 'player', sessionId: view.sessionId, startAtMs: null, query: view.query },
        past: [{ place: before === 'archive' ? 'archive' : 'sessions' }],
        future: [],
      }
    return START
  } catch {
    return START
  }
}

/** Names of the places; a player belongs to the list it was opened from. */
export const viewNames = {
  sessions: 'Sessions',
  player: 'Sessions',
  archive: 'Archive',
  profiles: 'Profiles',
  functions: 'Functions',
  'cache-policy': 'Cache policy',
  activity: 'Activity',
  settings: 'Settings',
} as const

/** Where "back" leads from here. */
export const viewBefore = ({ past }: Pick<Trail, 'past'>): View['place'] => past.at(-1)?.place ?? 'sessions'

const KEY = 'desk.view'

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
    const watchedId = from.place === 'player' && trail.view.place === 'sessions' ? from.sessionId : null
    set({ ...trail, stop: get().stop + 1, watchedId })
    localStorage.setItem(KEY, JSON.stringify({ account: get().accountId, view: trail.view, before: viewBefore(trail) }))
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
      else apply(before === null ? readTrail(localStorage.getItem(KEY), accountId) : START)
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
