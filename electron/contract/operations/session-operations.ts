import { z } from 'zod'
import {
  markModel,
  reviewPatchModel,
  sessionIdModel,
  sessionPageModel,
  sessionQueryModel,
  sessionRowModel,
  syncStateModel,
} from '../models/session-models.ts'
import { sessionStepsModel } from '../models/step-models.ts'
import { account, addedModel, id, nothing, session, sessionOfAccount } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

const markText = z.string().trim().max(2_000)

/** Sessions, their notes and marks. */
export const sessionOperations = {
  'sessions.query': { input: sessionQueryModel, output: sessionPageModel },
  'sessions.get': { input: session, output: sessionRowModel },
  /** The run before and after in the order of a query. */
  'sessions.neighbours': {
    input: z.object({
      sessionId: sessionIdModel,
      query: sessionQueryModel.omit({ offset: true, limit: true, find: true }),
    }),
    output: z.object({ previous: sessionIdModel.nullable(), next: sessionIdModel.nullable() }),
  },
  /** The sessions that match all but "Has recording" and whose recording is unchecked; the first 500 by id. */
  'sessions.unchecked': {
    input: sessionQueryModel.omit({ offset: true, limit: true }),
    output: z.object({ sessionIds: z.array(sessionIdModel), total: z.number() }),
  },
  /** Asks once for the recording's state, length and link life when nothing is known of them; answers the row. */
  'sessions.checkRecording': { input: session, output: sessionRowModel },
  /** What the session did, as far as the service tells; fetched with each call and never stored. */
  'sessions.steps': { input: session, output: sessionStepsModel, asText: true },
  'sessions.sync': { input: nothing, output: syncStateModel },
  'sessions.cancelSync': { input: nothing, output: syncStateModel },
  'sessions.syncState': { input: nothing, output: syncStateModel },
  /** Any text with ids in it: one a line, CSV, JSON (E: pasted or dropped). */
  'sessions.addIds': {
    input: z.object({ text: z.string().min(1).max(10_000_000) }),
    output: addedModel.extend({ first: sessionIdModel.nullable() }),
  },
  /** Removes pasted sessions from the list. */
  'sessions.forget': { input: session, output: nothing },
  'sessions.review': { input: sessionOfAccount.extend({ patch: reviewPatchModel }), output: sessionRowModel },
  'marks.list': { input: session, output: z.array(markModel) },
  'marks.add': { input: sessionOfAccount.extend({ atMs: z.number().min(0), text: markText }), output: markModel },
  'marks.update': {
    input: account.extend({ id, text: markText, atMs: z.number().min(0).optional() }),
    output: markModel,
  },
  /** Answers the removed mark, so that it can be put back. */
  'marks.remove': { input: account.extend({ id }), output: markModel },
} as const satisfies OperationTable
