import type { ActivityOutcome, ActivitySort } from '../../../../electron/contract/constants/activity-constants.ts'
import type { ActivityQuery } from '../../../../electron/contract/models/activity-models.ts'
import { orderedBy, toggled } from '../../../ui/list/list-query.ts'

export const methods = ['GET', 'PUT', 'POST'] as const
type Method = (typeof methods)[number]

/** The query of the table, without the window. */
export type ListQuery = {
  text: string
  outcomes: readonly ActivityOutcome[]
  methods: readonly Method[]
  sort: ActivitySort
  direction: 'asc' | 'desc'
}

export const DEFAULT_QUERY: ListQuery = { text: '', outcomes: [], methods: [], sort: 'at', direction: 'desc' }

export const isFiltered = (query: ListQuery): boolean =>
  query.text.trim() !== '' || query.outcomes.length > 0 || query.methods.length > 0

export const withoutFilter = (query: ListQuery): ListQuery => ({
  ...query,
  text: '',
  outcomes: DEFAULT_QUERY.outcomes,
  methods: DEFAULT_QUERY.methods,
})

export const toggleOutcome = (query: ListQuery, outcome: ActivityOutcome): ListQuery => ({
  ...query,
  outcomes: toggled(query.outcomes, outcome),
})
export const toggleMethod = (query: ListQuery, method: Method): ListQuery => ({
  ...query,
  methods: toggled(query.methods, method),
})

/** The direction people expect first: text from A, the newest, slowest and scarcest on top. */
const firstDirection: Record<ActivitySort, ListQuery['direction']> = {
  at: 'desc',
  method: 'asc',
  path: 'asc',
  status: 'desc',
  ms: 'desc',
  limit: 'asc',
  problem: 'asc',
}

export const sortLabels: Record<ActivitySort, string> = {
  at: 'Time',
  method: 'Method',
  path: 'Path',
  status: 'Status',
  ms: 'Duration',
  limit: 'Limit left',
  problem: 'Problem',
}

export const sortBy = (query: ListQuery, sort: ActivitySort): ListQuery => orderedBy(query, sort, firstDirection)

/** As the contract wants it. */
export const filterOf = (query: ListQuery): Omit<ActivityQuery, 'offset' | 'limit'> => ({
  ...query,
  outcomes: [...query.outcomes],
  methods: [...query.methods],
})
