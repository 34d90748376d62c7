import { type FunctionRole, functionRoles } from '../../../electron/contract/constants/function-constants.ts'
import { type ViewName, views } from '../../../electron/contract/constants/views.ts'
import type { SessionListQuery } from '../../../electron/contract/models/session-models.ts'

export const PLAIN_QUERY: SessionListQuery = { text: '', chips: [], sort: 'started', direction: 'desc' }

const settingsSections = ['general', 'archive', 'shortcuts', 'accounts'] as const
const activitySections = ['requests', 'limit', 'health', 'usage'] as const

/** What each view needs to show itself. The player is reached from a list and is no entry of the navigation. */
type ViewStates = {
  sessions: object
  archive: object
  /** `review`: the session is one of the review queue, which leads from one to the next. */
  player: { sessionId: string; startAtMs: number | null; play?: boolean; query: SessionListQuery; review?: boolean }
  profiles: { profileId: string | null }
  functions: { target: { connectionId: string; role: FunctionRole } | null }
  'cache-policy': object
  activity: { section: (typeof activitySections)[number] }
  settings: { section: (typeof settingsSections)[number] }
}
type AnyName = ViewName | 'player'
export type ViewOf<Name extends AnyName> = { name: Name } & ViewStates[Name]
export type View = { [Name in AnyName]: ViewOf<Name> }[AnyName]

const labels = new Map<string, string>(views.map(({ name, label }) => [name, label]))

/** The name of a view that users read; a player belongs to the list of sessions. */
export const viewLabel = (name: View['name']): string => labels.get(name) ?? 'Sessions'

const oneOf = <T>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise

const isQuery = (value: unknown): value is SessionListQuery =>
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

const targetOf = (value: unknown): ViewOf<'functions'>['target'] => {
  const { connectionId, role } = (value ?? {}) as { connectionId?: unknown; role?: unknown }
  const known = functionRoles.find((one) => one === role)
  return typeof connectionId === 'string' && connectionId !== '' && known ? { connectionId, role: known } : null
}

type Stored = Record<string, unknown>

/** Each view from what was stored of it: unknown fields get their first value. Null: it cannot be shown again. */
const restore: { readonly [Name in AnyName]: (stored: Stored) => ViewOf<Name> | null } = {
  sessions: () => ({ name: 'sessions' }),
  archive: () => ({ name: 'archive' }),
  player: ({ sessionId, query, review }) =>
    typeof sessionId === 'string' && sessionId !== '' && isQuery(query)
      ? { name: 'player', sessionId, startAtMs: null, query, ...(review === true ? { review } : {}) }
      : null,
  profiles: ({ profileId }) => ({ name: 'profiles', profileId: typeof profileId === 'string' ? profileId : null }),
  functions: ({ target }) => ({ name: 'functions', target: targetOf(target) }),
  'cache-policy': () => ({ name: 'cache-policy' }),
  activity: ({ section }) => ({ name: 'activity', section: oneOf(activitySections, section, 'requests') }),
  settings: ({ section }) => ({ name: 'settings', section: oneOf(settingsSections, section, 'general') }),
}

/** The view that a stored value names. Its name was called `place` before. Null for anything else. */
export const restoreView = (stored: Stored): View | null => {
  const name = stored.name ?? stored.place
  return typeof name === 'string' && Object.hasOwn(restore, name) ? restore[name as AnyName](stored) : null
}
