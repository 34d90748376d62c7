import type { ArchiveSort, ArchiveState } from '../../../electron/contract/constants/archive-constants.ts'
import type { ArchiveQuery } from '../../../electron/contract/models/archive-models.ts'
import { orderedBy, toggled } from '../../ui/list/list-query.ts'

export const archiveChips = ['running', 'queued', 'paused', 'failed', 'none', 'done', 'trouble'] as const
export type ArchiveChip = (typeof archiveChips)[number]

/** The query of the table, without the window. */
export type ListQuery = {
  text: string
  chips: readonly ArchiveChip[]
  sort: ArchiveSort
  direction: 'asc' | 'desc'
}

export const DEFAULT_QUERY: ListQuery = { text: '', chips: [], sort: 'added', direction: 'desc' }

export const chipLabels: Record<ArchiveChip, string> = {
  running: 'Running',
  queued: 'Queued',
  paused: 'Paused',
  failed: 'Failed',
  none: 'No recording',
  done: 'Archived',
  trouble: 'Missing or changed',
}

/** The states behind a chip; together they are all states, each once. */
const statesOf: Record<ArchiveChip, readonly ArchiveState[]> = {
  running: ['fetching', 'verifying'],
  queued: ['queued', 'waiting', 'interrupted'],
  paused: ['paused'],
  failed: ['failed'],
  none: ['no-recording'],
  done: ['done'],
  trouble: ['missing', 'altered'],
}

export const isFiltered = (query: ListQuery): boolean => query.text.trim() !== '' || query.chips.length > 0

export const toggleChip = (query: ListQuery, chip: ArchiveChip): ListQuery => ({
  ...query,
  chips: toggled(query.chips, chip),
})

/** The direction people expect first: text from A, sizes from the largest, times from the newest. */
const firstDirection: Record<ArchiveSort, ListQuery['direction']> = {
  added: 'desc',
  state: 'asc',
  title: 'asc',
  size: 'desc',
  finished: 'desc',
}

export const sortLabels: Record<ArchiveSort, string> = {
  added: 'Added',
  state: 'State',
  title: 'Title',
  size: 'Size',
  finished: 'Finished',
}

export const sortBy = (query: ListQuery, sort: ArchiveSort): ListQuery => orderedBy(query, sort, firstDirection)

/** As the contract wants it. */
export const archiveQuery = (query: ListQuery, offset: number, limit: number): ArchiveQuery => ({
  text: query.text,
  states: query.chips.flatMap((chip) => statesOf[chip]),
  sort: query.sort,
  direction: query.direction,
  offset,
  limit,
})
