import type { SessionGroup, SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { moveTo } from '../../../ui/grid/grid-keys.ts'

/** Groups differ in height, so that a page is a number of rows. */
export const PAGE_ROWS = 11

/** Sessions shown below a group; the list shows all of them. */
export const SHOWN = 50

export type TreeRow =
  | { kind: 'group'; id: string; group: SessionGroup; nth: number }
  | { kind: 'session'; id: string; row: SessionRow; group: SessionGroup }
  | { kind: 'more'; id: string; group: SessionGroup }

/** What is on screen, in order: groups, and below those that are open their sessions. */
export const treeRows = (
  groups: readonly SessionGroup[],
  open: ReadonlySet<string>,
  rowsOf: (group: SessionGroup) => readonly SessionRow[],
): TreeRow[] =>
  groups.flatMap((group, nth): TreeRow[] => {
    const head: TreeRow = { kind: 'group', id: group.filter, group, nth }
    if (!open.has(group.filter)) return [head]
    const rows = rowsOf(group).map(
      (row): TreeRow => ({ kind: 'session', id: `${group.filter}/${row.sessionId}`, row, group }),
    )
    const more: TreeRow[] =
      group.count > rows.length && rows.length > 0 ? [{ kind: 'more', id: `${group.filter}/more`, group }] : []
    return [head, ...rows, ...more]
  })

export type TreeMove = { to: string } | { open: string } | { close: string } | null

/** What an arrow key does in a tree (ARIA practices, treegrid). `at`: id of the active row. */
export const treeMove = (
  key: string,
  rows: readonly TreeRow[],
  at: string | null,
  open: ReadonlySet<string>,
): TreeMove => {
  const index = rows.findIndex(({ id }) => id === at)
  const row = rows[index]
  /** As in every list. */
  const go = (move: string): TreeMove => {
    const found = rows[moveTo(move, index, rows.length, PAGE_ROWS) ?? -1]
    return found ? { to: found.id } : null
  }
  switch (key) {
    case 'ArrowRight':
      if (row?.kind !== 'group') return null
      return open.has(row.id) ? go('ArrowDown') : { open: row.id }
    case 'ArrowLeft':
      if (!row) return null
      if (row.kind !== 'group') return { to: row.group.filter }
      return open.has(row.id) ? { close: row.id } : null
    default:
      return go(key)
  }
}
