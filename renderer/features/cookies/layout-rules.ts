import { type ColumnId, columnIds, DEFAULT_HIDDEN } from './table/columns.ts'

export type Layout = {
  hidden: readonly ColumnId[]
  /** Whether the domain tree is unfolded. */
  tree: boolean
  aside: 'details' | 'snapshots' | null
}
const DEFAULT: Layout = { hidden: DEFAULT_HIDDEN, tree: true, aside: 'details' }

/** What was written at another time; anything odd is the default. */
export const readLayout = (stored: string | null): Layout => {
  try {
    const { hidden, tree, aside } = (JSON.parse(stored ?? 'null') ?? {}) as Record<string, unknown>
    return {
      hidden: Array.isArray(hidden) ? columnIds.filter((id) => hidden.includes(id)) : DEFAULT.hidden,
      tree: typeof tree === 'boolean' ? tree : DEFAULT.tree,
      aside: aside === 'details' || aside === 'snapshots' || aside === null ? aside : DEFAULT.aside,
    }
  } catch {
    return DEFAULT
  }
}
