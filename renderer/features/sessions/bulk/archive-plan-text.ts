import type { ArchivePlan } from '../../../../electron/contract/models/archive-models.ts'
import { formatCount, formatSpan, formatWhen } from '../../../ui/text/format-text.ts'

export const ARCHIVE_SELECTED = 'Archive selected sessions'

const recordings = (n: number): string => `${formatCount(n)} ${n === 1 ? 'recording' : 'recordings'}`

/**
 * What bulk work costs, before it begins: `312 recordings, about 9 min at this limit`, and when it is done.
 * `asked`: sessions that match; `now` in epoch ms.
 */
export const planText = (plan: ArchivePlan, asked: number, now: number): { title: string; text: string } => {
  if (plan.recordings === 0)
    return {
      title: 'Nothing to archive',
      text:
        asked === 1 ? 'It is already archived or queued.' : `All ${formatCount(asked)} are already archived or queued.`,
    }
  const { atLimitMs } = plan
  const time =
    atLimitMs === null ? '' : atLimitMs < 60_000 ? ', less than a minute' : `, about ${formatSpan(atLimitMs)}`
  const done = atLimitMs === null || atLimitMs < 60_000 ? '' : `Done at about ${formatWhen(now + atLimitMs, now)}. `
  const already = asked - plan.recordings
  const parts = [
    `${done}${formatCount(plan.requests)} ${plan.requests === 1 ? 'request' : 'requests'} to the service. Part of the rate limit stays free for you.`,
  ]
  if (already > 0) parts.push(`${formatCount(already)} ${already === 1 ? 'is' : 'are'} already archived or queued.`)
  if (atLimitMs === null) parts.push('The service has not reported its rate limit, so the duration is unknown.')
  return { title: `${recordings(plan.recordings)}${time}${time ? ' at this limit' : ''}`, text: parts.join(' ') }
}

/** What came of adding to the queue. */
export const addedText = ({ added, already }: { added: number; already: number }): string => {
  if (added === 0) return already === 1 ? 'Already in the archive.' : 'All are already in the archive.'
  const rest = already > 0 ? ` ${formatCount(already)} ${already === 1 ? 'was' : 'were'} already there.` : ''
  return `Queued ${recordings(added)}.${rest}`
}
