import type { LimitPlan } from '../../../../electron/contract/models/activity-models.ts'
import { formatCount, formatRelative, formatWhen } from '../../../ui/text/format-text.ts'

const MOST = 10_000_000

/** The number a person typed, with or without grouping; null when it is none that can be planned. */
export const readCount = (text: string): number | null => {
  const digits = text.trim().replace(/[\s,._']/g, '')
  if (!/^\d{1,8}$/.test(digits)) return null
  const count = Number(digits)
  return count <= MOST ? count : null
}

const many = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

type Gate = { limit: number | null; pausedUntil: number | null }

/**
 * When so many requests are done, and how. `limit`: requests of a whole window; times and `now` in epoch ms. Title and
 * text read as one sentence.
 */
export const planText = (
  plan: LimitPlan,
  { limit, pausedUntil }: Gate,
  now: number,
): { title: string; text: string } => {
  const { requests, doneAt, atOnce, windows, reserve } = plan
  if (requests === 0) return { title: 'No requests.', text: 'Enter a number of requests.' }
  if (doneAt === null || atOnce === null || windows === null)
    return {
      title: 'The duration is unknown:',
      text: 'the service has not reported its rate limit yet. Refresh to check.',
    }
  const what = `${many(requests, 'request')} ${requests === 1 ? 'is' : 'are'} done`
  const paused = pausedUntil !== null && pausedUntil > now
  const stay =
    reserve === null || reserve === 0
      ? '.'
      : `; ${formatCount(reserve)}${limit === null ? '' : ` of ${formatCount(limit)}`} in each window stay free for you.`
  if (doneAt - now < 1_000) return { title: `${what} at once`, text: stay === '.' ? stay : `within this window${stay}` }
  const first = paused ? `${formatCount(atOnce)} after the pause` : `${formatCount(atOnce)} at once`
  const rest = `the rest over ${many(windows, 'more window')}`
  const how =
    windows === 0 ? first : atOnce === 0 ? `all of them over ${many(windows, 'window')} to come` : `${first}, ${rest}`
  return { title: `${what} at ${formatWhen(doneAt, now)}, ${formatRelative(doneAt, now)}:`, text: `${how}${stay}` }
}
