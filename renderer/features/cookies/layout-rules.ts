import { type ColumnId, columnIds, DEFAULT_HIDDEN } from './table/cookie-columns.ts'

export type Layout = {
  hidden: readonly ColumnId[]
  /** Of columns that a person made wider or narrower, px. */
  widths: Readonly<Record<string, number>>
  /** Whether the domain tree is unfolded. */
  tree: boolean
  aside: 'details' | 'snapshots' | null
}
const WIDEST = 1_200
const DEFAULT: Layout = { hidden: DEFAULT_HIDDEN, widths: {}, tree: true, aside: 'details' }

const readWidths = (stored: unknown): Layout['widths'] => {
  const known = columnIds.flatMap((id): [string, number][] => {
    const width = Object(stored)[id]
    return typeof width === 'number' && width > 0 && width <= WIDEST ? [[id, width]] : []
  })
  return Object.fromEntries(known)
}

/** What was written at another time; anything odd is the default. */
export const readLayout = (stored: string | null): Layout => {
  try {
    const { hidden, widths, tree, aside } = (JSON.parse(stored ?? 'null') ?? {}) as Record<string, unknown>
    return {
      hidden: Array.isArray(hidden) ? columnIds.filter((id) => hidden.includes(id)) : DEFAULT.hidden,
      widths: readWidths(widths),
      tree: typeof tree === 'boolean' ? tree : DEFAULT.tree,
      aside: aside === 'details' || aside === 'snapshots' || aside === null ? aside : DEFAULT.aside,
    }
  } catch {
    return DEFAULT
  }
}
