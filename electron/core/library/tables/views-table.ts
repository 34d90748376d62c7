import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { MOST_VIEWS, type SavedView, savedViewModel } from '../../../contract/models/view-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'

const GONE = fail('not-found', 'This view no longer exists.')
const FULL = fail('invalid-input', `An account has at most ${MOST_VIEWS} views.`, { next: 'Remove one first.' })

/** Saved queries of the session list, by account, in the person's order. */
export const createViewsTable = (db: DatabaseSync, attempt: RunSql) => {
  const all = db.prepare(
    'SELECT id, name, text, sort, direction FROM saved_views WHERE account_id = ? ORDER BY position, id',
  )
  const write = db.prepare(`INSERT INTO saved_views (id, account_id, name, text, sort, direction, position)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, text = excluded.text, sort = excluded.sort,
      direction = excluded.direction, position = excluded.position`)
  const drop = db.prepare('DELETE FROM saved_views WHERE account_id = ? AND id = ?')

  const read = (accountId: string): SavedView[] =>
    all.all(accountId).flatMap((row) => {
      const view = savedViewModel.safeParse(row)
      return view.success ? [view.data] : [] // a sort that this version does not know
    })
  const writeAll = (accountId: string, views: readonly SavedView[]): void =>
    inTransaction(db, () => {
      for (const [position, { id, name, text, sort, direction }] of views.entries())
        write.run(id, accountId, name, text, sort, direction, position)
    })
  const list = (accountId: string): Result<SavedView[]> => attempt('reading views', () => read(accountId))
  /** Runs on all views of the account; `change` answers null when the one it is about is gone. */
  const changed = <T>(
    accountId: string,
    change: (views: SavedView[]) => { views: SavedView[]; value: T } | Result<never>,
  ): Result<T> => {
    const views = list(accountId)
    if (!views.ok) return views
    const next = change(views.value)
    if ('ok' in next) return next
    const stored = attempt('storing a view', () => writeAll(accountId, next.views))
    return stored.ok ? ok(next.value) : stored
  }

  return {
    list,
    add: (accountId: string, view: Omit<SavedView, 'id'>, at: number = MOST_VIEWS): Result<SavedView> =>
      changed(accountId, (views) => {
        if (views.length >= MOST_VIEWS) return FULL
        const value = { ...view, id: randomUUID() }
        return { views: views.toSpliced(at, 0, value), value }
      }),
    update: (accountId: string, id: string, patch: { [K in keyof SavedView]?: SavedView[K] | undefined }) =>
      changed<SavedView>(accountId, (views) => {
        const index = views.findIndex((view) => view.id === id)
        const before = views[index]
        if (!before) return GONE
        const given = Object.entries(patch).filter(([, value]) => value !== undefined)
        const value: SavedView = { ...before, ...Object.fromEntries(given), id }
        return { views: views.with(index, value), value }
      }),
    move: (accountId: string, id: string, at: number) =>
      changed<SavedView[]>(accountId, (views) => {
        const one = views.find((view) => view.id === id)
        if (!one) return GONE
        const value = views.filter((view) => view !== one).toSpliced(at, 0, one)
        return { views: value, value }
      }),
    remove: (accountId: string, id: string): Result<{ view: SavedView; at: number }> => {
      const views = list(accountId)
      if (!views.ok) return views
      const at = views.value.findIndex((view) => view.id === id)
      const view = views.value[at]
      if (!view) return GONE
      return attempt('removing a view', () => {
        drop.run(accountId, id)
        return { view, at }
      })
    },
  }
}
