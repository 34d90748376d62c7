import { setImmediate as nextTurn } from 'node:timers/promises'
import { MOST_REVIEWS } from '../../contract/constants/hand-over-constants.ts'
import { type ReviewRecord, reviewRecordModel } from '../../contract/models/hand-over-models.ts'
import { type Fail, fail, ok, type Result } from '../../contract/result.ts'
import { isRecord } from '../service/http/body-text.ts'
import { FILE_FORMAT, FILE_VERSION } from './review-text.ts'

/** Bytes of a file of reviews. */
export const LONGEST_FILE = 64 * 1_024 * 1_024
/** Reviews that are checked per turn of the event loop: about 10 ms. */
const BATCH = 500

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null // not JSON, or nested deeper than it can be read
  }
}
const notReviews = (): Fail =>
  fail('invalid-input', 'This file holds no reviews of Replay Desk.', {
    next: 'Export reviews as JSON, then import that file.',
  })

/** The reviews of a file, not checked yet: one JSON document, or one review per line as the command line prints them. */
const itemsOf = (text: string): Result<unknown[]> => {
  const whole = parsed(text)
  if (whole === null) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length > MOST_REVIEWS) return ok(lines)
    const items = lines.map(parsed)
    return items.every((item) => item !== null && isRecord(item.value)) && items.length > 0
      ? ok(items.map((item) => item?.value))
      : notReviews()
  }
  const { value } = whole
  if (!isRecord(value)) return notReviews()
  if (value.format !== FILE_FORMAT) return typeof value.session === 'string' ? ok([value]) : notReviews()
  if (value.version !== FILE_VERSION)
    return fail('invalid-input', 'This file was written by another version of Replay Desk.', {
      next: 'Update Replay Desk, then import again.',
    })
  return Array.isArray(value.reviews) ? ok(value.reviews) : notReviews()
}

/** Of two reviews of one session the newer; without times the later in the file. */
const newerOf = (a: ReviewRecord | undefined, b: ReviewRecord): ReviewRecord =>
  a !== undefined && (a.changedAt ?? 0) > (b.changedAt ?? 0) ? a : b

/**
 * Reads a file of reviews. All of it or nothing: the first review that breaks a rule refuses the file, with its number.
 * A change in the future is one of now: clocks differ, and such a review would win for ever.
 */
export const parseReviews = async (text: string, now: number): Promise<Result<ReviewRecord[]>> => {
  const items = itemsOf(text)
  if (!items.ok) return items
  if (items.value.length === 0) return fail('invalid-input', 'There are no reviews in this file.')
  if (items.value.length > MOST_REVIEWS)
    return fail('invalid-input', `This file holds more than ${MOST_REVIEWS.toLocaleString('en-US')} reviews.`, {
      next: 'Export fewer sessions at a time.',
    })
  const found = new Map<string, ReviewRecord>()
  for (const [nth, item] of items.value.entries()) {
    if (nth % BATCH === 0) await nextTurn()
    const read = reviewRecordModel.safeParse(item)
    if (!read.success) {
      const field = read.error.issues[0]?.path.join('.')
      return fail('invalid-input', `Review ${nth + 1} of this file can't be read${field ? ` (${field})` : ''}.`, {
        next: 'Nothing was imported. Export the reviews again.',
      })
    }
    const { changedAt } = read.data
    const review = { ...read.data, changedAt: changedAt === null ? null : Math.min(changedAt, now) }
    found.set(review.session, newerOf(found.get(review.session), review))
  }
  return ok([...found.values()])
}
