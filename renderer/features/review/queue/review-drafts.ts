import { verdicts } from '../../../../electron/contract/constants/session-constants.ts'
import type { Judgement } from '../../../../electron/contract/models/review-models.ts'
import { createRemembered } from '../../../ui/saves/remembered.ts'

/** What was changed of a session's verdict and reason, and is not stored yet. */
export type ReviewDraft = { verdict?: Judgement['verdict'] | null; reason?: string }

/** Drafts of sessions that were left without storing them; the oldest goes first. */
const MOST_DRAFTS = 50

type Drafts = { drafts: Record<string, ReviewDraft> }

const draftOf = (stored: unknown): ReviewDraft | null => {
  if (typeof stored !== 'object' || stored === null) return null
  const { verdict, reason } = stored as { verdict?: unknown; reason?: unknown }
  const known = verdict === null ? null : verdicts.find((one) => one === verdict)
  const draft: ReviewDraft = {
    ...(known === undefined ? {} : { verdict: known }),
    ...(typeof reason === 'string' ? { reason: reason.slice(0, 2_000) } : {}),
  }
  return Object.keys(draft).length > 0 ? draft : null
}

export const readDrafts = (stored: string | null): Drafts => {
  const all: unknown = JSON.parse(stored ?? '{}')
  const entries = Object.entries(typeof all === 'object' && all !== null ? all : {}).slice(-MOST_DRAFTS)
  return {
    drafts: Object.fromEntries(
      entries.flatMap(([key, value]) => {
        const draft = draftOf(value)
        return draft ? [[key, draft]] : []
      }),
    ),
  }
}

/** Remembered over restarts: a reason that was typed is there again, also when the program was killed. */
const useDrafts = createRemembered<Drafts>('review.drafts', readDrafts, ({ drafts }) => JSON.stringify(drafts))

const keyOf = (accountId: string, sessionId: string): string => `${accountId}/${sessionId}`

export const useDraft = (accountId: string, sessionId: string): ReviewDraft | undefined =>
  useDrafts((s) => s.drafts[keyOf(accountId, sessionId)])

export const draftFor = (accountId: string, sessionId: string): ReviewDraft | undefined =>
  useDrafts.getState().drafts[keyOf(accountId, sessionId)]

/** Null: there is nothing left to store. */
export const setDraft = (accountId: string, sessionId: string, draft: ReviewDraft | null): void => {
  const key = keyOf(accountId, sessionId)
  const { [key]: _, ...others } = useDrafts.getState().drafts
  const kept = Object.entries(others).slice(draft ? -(MOST_DRAFTS - 1) : -MOST_DRAFTS)
  useDrafts.setState({ drafts: Object.fromEntries(draft ? [...kept, [key, draft]] : kept) })
}
