import { isCompact } from '../../ui/panel/panel-width.ts'
import { createRemembered } from '../../ui/saves/remembered.ts'
import { type ColumnId, columnIds, DEFAULT_HIDDEN } from './table/cookie-columns.ts'

export type Layout = {
  hidden: readonly ColumnId[]
  /** Columns without room leave; else the table scrolls sideways. */
  fit: boolean
  /** Of columns that a person made wider or narrower, px. */
  widths: Readonly<Record<string, number>>
  /** Whether the domain tree is unfolded. */
  tree: boolean
  aside: 'details' | 'snapshots' | null
}
const WIDEST = 1_200
const DEFAULT: Layout = { hidden: DEFAULT_HIDDEN, fit: true, widths: {}, tree: true, aside: 'details' }

const readWidths = (stored: unknown): Layout['widths'] => {
  const known = columnIds.flatMap((id): [string, number][] => {
    const width = Object(stored)[id]
    return typeof width === 'number' && width > 0 && width <= WIDEST ? [[id, width]] : []
  })
  return Object.fromEntries(known)
}

/** What was stored at another time; anything else is the default. */
export const readLayout = (stored: string | null): Layout => {
  try {
    const { hidden, fit, widths, tree, aside } = (JSON.parse(stored ?? 'null') ?? {}) as Record<string, unknown>
    return {
      hidden: Array.isArray(hidden) ? columnIds.filter((id) => hidden.includes(id)) : DEFAULT.hidden,
      fit: typeof fit === 'boolean' ? fit : DEFAULT.fit,
      widths: readWidths(widths),
      tree: typeof tree === 'boolean' ? tree : DEFAULT.tree,
      aside: aside === 'details' || aside === 'snapshots' || aside === null ? aside : DEFAULT.aside,
    }
  } catch {
    return DEFAULT
  }
}

/** Columns and panels of the view, remembered across starts. */
export const useCookieLayout = createRemembered<Layout>(
  'desk.cookies',
  (stored) => (isCompact() ? { ...readLayout(stored), aside: null } : readLayout(stored)),
  JSON.stringify,
)

export const patchLayout = (change: Partial<Layout>): void => {
  useCookieLayout.setState(change)
}
export const toggleAside = (aside: 'details' | 'snapshots'): void =>
  patchLayout({ aside: useCookieLayout.getState().aside === aside ? null : aside })
