import type { Verdict } from '../../../../electron/contract/constants/session-constants.ts'
import type { ReviewQueue } from '../../../../electron/contract/models/review-models.ts'
import { counted, formatCount } from '../../../ui/text/format-text.ts'
import { verdictLabel } from '../../../ui/text/verdict-text.ts'

type Done = ReviewQueue['done']

export const doneOf = ({ pass, fail, unsure, skipped }: Done): number => pass + fail + unsure + skipped

const sessions = (n: number): string => counted(n, 'session', 'sessions')

/** Where the queue is: `12 of 731`. */
export const positionText = (place: number, total: number): string => `${formatCount(place)} of ${formatCount(total)}`

/** What came of it so far, beside the position. */
export const failedText = ({ fail }: Done): string => `${fail === 0 ? 'none' : formatCount(fail)} failed so far`

/** Where recent reasons would be: the room stays, so that the picture does not move. */
export const noReasonsText = (verdict: Verdict): string => `No recent reasons for ${verdictLabel(verdict).text}`

/** A review that waits in the list of sessions. */
export const waitingText = ({ total, done }: Pick<ReviewQueue, 'total' | 'done'>): string =>
  `Review of ${sessions(total)}: ${formatCount(doneOf(done))} done`

/** What a new review would end: asked before it begins. */
export const replacedText = (queue: Pick<ReviewQueue, 'total' | 'done'>): string =>
  `${waitingText(queue)}. A new review ends it. Verdicts stay.`

/** Where more match than a queue holds. */
export const cutText = (matching: number, held: number): string =>
  `${sessions(matching)} match. A review holds ${formatCount(held)}, in the order of the list.`

export const SUMMARY: readonly { name: keyof Done; label: string }[] = [
  { name: 'pass', label: 'Passed' },
  { name: 'fail', label: 'Failed' },
  { name: 'unsure', label: 'Unsure' },
  { name: 'skipped', label: 'Skipped' },
]
export const summaryTitle = ({ total, done }: Pick<ReviewQueue, 'total' | 'done'>): string =>
  done.skipped === 0 ? `Reviewed ${sessions(total)}` : `Went through ${sessions(total)}`
