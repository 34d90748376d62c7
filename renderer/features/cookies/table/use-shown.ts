import { useMemo } from 'react'
import type { CookieRead } from '../../../../electron/contract/models/cookie-models.ts'
import { useView } from '../cookie-store.ts'
import { countScopes } from '../tree/tree-model.ts'
import { entriesOf, inScope, isFiltered, matching, sorted } from './cookie-query.ts'

const NONE: CookieRead['rows'] = []

/** The rows of a read in the order of the table, as filter and tree leave them. */
export const useShown = (viewKey: string, read: CookieRead | null) => {
  const query = useView(viewKey, (view) => view.query)
  const scope = useView(viewKey, (view) => view.scope)
  const selection = useView(viewKey, (view) => view.selection)
  const rows = read?.rows ?? NONE
  const { sort, direction, text, chips } = query
  const at = read?.at ?? 0
  const entries = useMemo(() => entriesOf(rows, at), [rows, at])
  const ordered = useMemo(() => sorted(entries, { sort, direction, text: '', chips: [] }), [entries, sort, direction])
  const fitting = useMemo(() => matching(ordered, { text, chips }), [ordered, text, chips])
  const counts = useMemo(() => countScopes(fitting), [fitting])
  // A site that the newest read has no more narrows nothing.
  const live = useMemo(() => (scope && rows.some((row) => inScope(row, scope)) ? scope : null), [rows, scope])
  const shown = useMemo(() => (live ? fitting.filter(({ row }) => inScope(row, live)) : fitting), [fitting, live])
  const ids = useMemo(() => shown.map(({ row }) => row.id), [shown])
  const selected = useMemo(
    () => new Set(selection.selected.size === 0 ? [] : ids.filter((id) => selection.selected.has(id))),
    [ids, selection.selected],
  )
  return { rows, shown, ids, selected, counts, scope: live, filtered: live !== null || isFiltered(query) }
}
export type Shown = ReturnType<typeof useShown>
