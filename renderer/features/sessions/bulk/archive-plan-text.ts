import type { ArchivePlan } from '../../../../electron/contract/models/archive-models.ts'
import { formatCount, formatSpan, formatWhen } from '../../../ui/text/format-text.ts'

export const SAVE = 'Save to the archive'
export const SAVE_KEYS = 'A'
export const ARCHIVE_ALL = 'Archive all that match'
export const ARCHIVE_ALL_KEYS = 'Shift+A'

const recordings = (n: number): string => `${formatCount(n)} ${n === 1 ? 'recording' : 'recordings'}`

/**
 * What bulk work costs, before it begins: `312 recordings, about 9 min at this limit`, and when it is done.
 * `asked`: sessions that match; `now` in epoch ms.
 */
export const planText = (plan: ArchivePlan, asked: number, now: number): { title: string; text: string } => {
  if (plan.recordings === 0)
    return {
      title: 'Nothing to fetch',
      text:
        asked === 1 ? 'It is archived or queued already.' : `All ${formatCount(asked)} are archived or queued already.`,
    }
  const { atLimitMs } = plan
  const time =
    atLimitMs === null ? '' : atLimitMs < 60_000 ? ', less than a minute' : `, about ${formatSpan(atLimitMs)}`
  const done = atLimitMs === null || atLimitMs < 60_000 ? '' : `Done at about ${formatWhen(now + atLimitMs, now)}. `
  const already = asked - plan.recordings
  const parts = [
    `${done}${formatCount(plan.requests)} ${plan.requests === 1 ? 'request' : 'requests'} to the service. A part of its limit stays free for you.`,
  ]
  if (already > 0) parts.push(`${formatCount(already)} ${already === 1 ? 'is' : 'are'} archived or queued already.`)
  if (atLimitMs === null) parts.push('The service has not told its limit, so the time is not known.')
  return { title: `${recordings(plan.recordings)}${time}${time ? ' at this limit' : ''}`, text: parts.join(' ') }
}

/** What came of adding to the queue. */
export const addedText = ({ added, already }: { added: number; already: number }): string => {
  if (added === 0) return already === 1 ? 'It is in the archive already.' : 'All are in the archive already.'
  const rest = already > 0 ? ` ${formatCount(already)} ${already === 1 ? 'was' : 'were'} there already.` : ''
  return `Queued ${recordings(added)}.${rest}`
}
