import type { LimitPlan } from '../../../../electron/contract/activity-models.ts'
import { formatCount, formatRelative, formatWhen } from '../../../ui/format.ts'

const MOST = 10_000_000

/** The number a person typed, with or without grouping; null when it is none that can be planned. */
export const readCount = (text: string): number | null => {
  const digits = text.trim().replace(/[\s,._']/g, '')
  if (!/^\d{1,8}$/.test(digits)) return null
  const count = Number(digits)
  return count <= MOST ? count : null
}

/** When so many requests are done, and what that leaves. `limit`: requests of a whole window; `now` in epoch ms. */
export const planWords = (plan: LimitPlan, limit: number | null, now: number): { title: string; text: string } => {
  const { requests, doneAt, atOnce, windows, reserve } = plan
  if (requests === 0) return { title: 'Nothing to ask', text: 'No request takes no time.' }
  if (doneAt === null || atOnce === null || windows === null)
    return {
      title: 'The time is not known',
      text: 'The service has not told its request limit. Ask again above: an answer may tell it.',
    }
  const soon = doneAt - now < 1_000
  const title = soon ? 'Done at once' : `Done at ${formatWhen(doneAt, now)} (${formatRelative(doneAt, now)})`
  const first = atOnce === 0 ? 'Nothing at once' : `${formatCount(atOnce)} at once`
  const then = windows === 0 ? '' : `, then ${formatCount(windows)} ${windows === 1 ? 'window' : 'windows'}`
  const stay =
    reserve === null || reserve === 0
      ? ''
      : ` ${formatCount(reserve)}${limit === null ? '' : ` of ${formatCount(limit)}`} in each window stay for you.`
  return { title, text: `${first}${then}.${stay}` }
}
