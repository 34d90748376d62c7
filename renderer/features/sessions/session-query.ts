import type { SessionChip, SessionSort } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionListQuery } from '../../../electron/contract/models/session-models.ts'
import { orderedBy } from '../../ui/list/list-query.ts'

/** What the list is asked for, without the window. The player walks to the next run with the same value. */

export const DEFAULT_LIST_QUERY: SessionListQuery = { text: '', chips: [], sort: 'started', direction: 'desc' }

export const isFiltered = (query: SessionListQuery): boolean => query.text.trim() !== ''

/** The direction people expect first: text from A, times from the newest, expiry from the soonest. */
const firstDirection: Record<SessionSort, SessionListQuery['direction']> = {
  started: 'desc',
  length: 'desc',
  status: 'asc',
  title: 'asc',
  expires: 'asc',
  opened: 'desc',
}

export const sortBy = (query: SessionListQuery, sort: SessionSort): SessionListQuery =>
  orderedBy(query, sort, firstDirection)

export const sortLabels: Record<SessionSort, string> = {
  started: 'Started',
  length: 'Length',
  status: 'Status',
  title: 'Title',
  expires: 'Link expiry',
  opened: 'Last opened',
}

export const chipLabels: Record<SessionChip, string> = {
  'has-recording': 'Has recording',
  'expires-soon': 'Expires in < 1 h',
  'not-reviewed': 'Not reviewed',
  failed: 'Failed',
  active: 'Active',
  'not-archived': 'Not archived',
}
