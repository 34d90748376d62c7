import { z } from 'zod'
import { LONGEST_VIEW_NAME, sessionSorts } from '../constants/session-constants.ts'

/** Views of one account: each is counted whenever the list changes. */
export const MOST_VIEWS = 50

export const savedViewModel = z.object({
  id: z.string().min(1).max(200),
  name: z.string().trim().min(1).max(LONGEST_VIEW_NAME),
  /** The query as it is typed. */
  text: z.string().max(500),
  sort: z.enum(sessionSorts),
  direction: z.enum(['asc', 'desc']),
})
export type SavedView = z.infer<typeof savedViewModel>
