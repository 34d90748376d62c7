import { type SessionGrouping, sessionGroupings } from '../../../../electron/contract/constants/session-constants.ts'
import type { SessionGroup } from '../../../../electron/contract/models/session-models.ts'
import { counted, formatCount } from '../../../ui/text/format-text.ts'
import { statusLabel } from '../session-text.ts'

export const groupings: Record<SessionGrouping, string> = { error: 'Error', tag: 'Tag', status: 'Status', day: 'Day' }
export const GROUPINGS = sessionGroupings.map((id) => ({ id, label: groupings[id] }))

const without: Record<SessionGrouping, string> = {
  error: 'No error',
  tag: 'No tag',
  status: 'No status',
  day: 'Unknown start',
}

export const groupLabel = ({ label }: Pick<SessionGroup, 'label'>, by: SessionGrouping): string => {
  if (label === null) return without[by]
  return by === 'status' ? statusLabel(label).text : label
}

/** `12 sessions, 3 not reviewed`. */
export const groupCounts = ({ count, unreviewed }: Pick<SessionGroup, 'count' | 'unreviewed'>): string =>
  `${counted(count, 'session', 'sessions')}, ${
    unreviewed === 0 ? 'all reviewed' : `${formatCount(unreviewed)} not reviewed`
  }`
