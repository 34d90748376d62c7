import type { SessionGroup, SessionRow } from '../../../../electron/contract/models/session-models.ts'

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
  const go = (next: number): TreeMove => {
    const found = rows[Math.max(0, Math.min(rows.length - 1, next))]
    return found ? { to: found.id } : null
  }
  switch (key) {
    case 'ArrowDown':
      return go(index + 1)
    case 'ArrowUp':
      return go(index < 0 ? rows.length - 1 : index - 1)
    case 'PageDown':
      return go(index + 10)
    case 'PageUp':
      return go(index - 10)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      if (row?.kind !== 'group') return null
      return open.has(row.id) ? go(index + 1) : { open: row.id }
    case 'ArrowLeft':
      if (!row) return null
      if (row.kind !== 'group') return { to: row.group.filter }
      return open.has(row.id) ? { close: row.id } : null
    default:
      return null
  }
}
