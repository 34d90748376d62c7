import type { ReviewFormat } from '../../contract/constants/hand-over-constants.ts'
import { titleOf } from '../../contract/constants/session-constants.ts'
import { formatDuration, isoTime } from '../../contract/text/quantities.ts'
import { BYTE_ORDER_MARK, csvLine } from '../base/csv.ts'
import { formatLink } from '../deep-links.ts'
import type { ReviewOfSession } from '../library/hand-over/review-rows.ts'

/** What a file of reviews says it is. */
export const FILE_FORMAT = 'replay-desk-reviews'
export const FILE_VERSION = 1

/** The account whose links are written. */
export type LinkAccount = { id: string; label: string | null }

const linkOf = ({ session }: ReviewOfSession, { id, label }: LinkAccount): string =>
  formatLink({ sessionId: session, atMs: null, account: id, label })

/** One review as JSON; an import reads it again, but for what the session and its link say. */
export const reviewJson = (review: ReviewOfSession, account: LinkAccount): Record<string, unknown> => {
  const { session, title, verdict, reason, tags, note, marks, facts } = review
  return {
    session,
    title,
    verdict,
    reason,
    tags,
    note,
    marks,
    verdictAt: isoTime(review.verdictAt),
    changedAt: isoTime(review.changedAt),
    shownTitle: titleOf({ ...facts, title }),
    status: facts.status,
    error: facts.error,
    startedAt: isoTime(facts.createdAt),
    lengthMs: facts.lengthMs,
    link: linkOf(review, account),
  }
}

const COLUMNS = [
  'session_id',
  'title',
  'verdict',
  'reason',
  'tags',
  'note',
  'timed_notes',
  'status',
  'error',
  'started_at',
  'length',
  'verdict_at',
  'changed_at',
  'link',
]

const csvCells = (review: ReviewOfSession, account: LinkAccount): (string | null)[] => {
  const { session, title, verdict, reason, tags, note, marks, facts } = review
  const notes = marks.filter(({ text }) => text !== '').map(({ atMs, text }) => `${formatDuration(atMs)} ${text}`)
  return [
    session,
    titleOf({ ...facts, title }),
    verdict,
    reason,
    tags.join(', '),
    note,
    notes.join('\n'),
    facts.status,
    facts.error,
    isoTime(facts.createdAt),
    facts.lengthMs === null ? null : formatDuration(facts.lengthMs),
    isoTime(review.verdictAt),
    isoTime(review.changedAt),
    linkOf(review, account),
  ]
}

/** The parts of a file: what stands before, between and after its reviews. */
export const reviewWriter = (
  format: ReviewFormat,
  { bom, account, at }: { bom: boolean; account: LinkAccount; at: number },
) => {
  if (format === 'csv')
    return {
      head: `${bom ? BYTE_ORDER_MARK : ''}${csvLine(COLUMNS)}`,
      review: (review: ReviewOfSession) => csvLine(csvCells(review, account)),
      tail: '',
    }
  const about = { format: FILE_FORMAT, version: FILE_VERSION, exportedAt: isoTime(at) }
  return {
    head: `${JSON.stringify(about).slice(0, -1)},"reviews":[`,
    review: (review: ReviewOfSession, nth: number) =>
      `${nth === 0 ? '' : ','}\n${JSON.stringify(reviewJson(review, account))}`,
    tail: '\n]}\n',
  }
}
