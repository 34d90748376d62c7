import { create } from 'zustand'
import type { CookieSide } from '../../../electron/contract/models/cookie-models.ts'
import { type CookieQuery, DEFAULT_QUERY, type Scope } from './table/cookie-query.ts'
import { NOTHING, type Selection } from './table/cookie-selection.ts'

export type CookieView = {
  query: CookieQuery
  scope: Scope | null
  /** Sites whose hosts are folded away. */
  closed: ReadonlySet<string>
  selection: Selection
  /** px, written when the table leaves the screen. */
  scrollTop: number
  /** In place of the last read. */
  snapshotId: string | null
  /** In place of the table. */
  compare: { before: CookieSide; after: CookieSide } | null
}

const FRESH: CookieView = {
  query: DEFAULT_QUERY,
  scope: null,
  closed: new Set(),
  selection: NOTHING,
  scrollTop: 0,
  snapshotId: null,
  compare: null,
}

type CookieStore = {
  /** By account and profile, for as long as the page lives: coming back restores position and selection. */
  views: Record<string, CookieView>
  /** The profile that was open last, by account. */
  opened: Record<string, string>
  /** Profiles that were opened by hand and may be asked for, once: account and profile. */
  wanted: ReadonlySet<string>
}

/** What the place itself owns. Never a value. */
const useCookies = create<CookieStore>()(() => ({ views: {}, opened: {}, wanted: new Set() }))

export const viewOf = (key: string): CookieView => useCookies.getState().views[key] ?? FRESH
export const useView = <T>(key: string, pick: (view: CookieView) => T): T =>
  useCookies((store) => pick(store.views[key] ?? FRESH))
export const patchView = (key: string, change: Partial<CookieView>): void =>
  useCookies.setState(({ views }) => ({ views: { ...views, [key]: { ...(views[key] ?? FRESH), ...change } } }))
export const setQuery = (key: string, query: CookieQuery): void => patchView(key, { query })
export const select = (key: string, selection: Selection): void => patchView(key, { selection })

export const lastOpened = (accountId: string): string | null => useCookies.getState().opened[accountId] ?? null

/** The person opens a profile: if it was not read in this run, it may be asked for. */
export const openByHand = (accountId: string, profileId: string): void =>
  useCookies.setState(({ opened, wanted }) => ({
    opened: { ...opened, [accountId]: profileId },
    wanted: new Set(wanted).add(`${accountId} ${profileId}`),
  }))

/** True once for each time a profile was opened by hand. */
export const mayAskOnce = (accountId: string, profileId: string): boolean => {
  const key = `${accountId} ${profileId}`
  const { wanted } = useCookies.getState()
  if (!wanted.has(key)) return false
  const rest = new Set(wanted)
  rest.delete(key)
  useCookies.setState({ wanted: rest })
  return true
}
