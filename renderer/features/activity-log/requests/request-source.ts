import type { ActivityPage, ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import { ask } from '../../../bridge.ts'
import type { ListSource } from '../../../ui/list/list-rows.ts'
import { filterOf, type ListQuery } from './request-query.ts'

type RequestSource = ListSource<ActivityRow, ListQuery, ActivityPage>

const sources = new Map<string, RequestSource>()

/** The requests of one account; the same object at every call. A root of its own: this list decides when it loads again. */
export const requestSource = (accountId: string): RequestSource => {
  const known = sources.get(accountId)
  if (known) return known
  const source: RequestSource = {
    root: ['activity.list', accountId],
    idOf: (row) => String(row.id),
    page: (query, offset, limit) => ask('activity.query', { ...filterOf(query), offset, limit }),
  }
  sources.set(accountId, source)
  return source
}
