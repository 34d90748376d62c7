import { z } from 'zod'
import { sessionGroupings } from '../constants/session-constants.ts'
import { bulkChangeModel, bulkResultModel, bulkSessionsModel } from '../models/bulk-models.ts'
import {
  knownValuesModel,
  markModel,
  reviewPatchModel,
  sessionGroupModel,
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
  /** Ids of a part of the list in its order, also of rows that were never loaded; at most 100,000. */
  'sessions.ids': {
    input: sessionQueryModel.extend({ limit: z.int().min(1).max(100_000).default(100_000) }),
    output: z.object({ sessionIds: z.array(sessionIdModel), total: z.number() }),
    asText: true,
  },
  /** The sessions that match, in at most 500 groups: the largest first, days from the newest. */
  'sessions.groups': {
    input: z.object({ text: z.string().max(500), by: z.enum(sessionGroupings) }),
    output: z.object({ groups: z.array(sessionGroupModel), omitted: z.number() }),
    asText: true,
  },
  /** Values that sessions of the account have, for completing a query: the most frequent first. */
  'sessions.values': { input: nothing, output: knownValuesModel },
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
  /** The rows on screen: their recordings are checked in the background while half of the rate limit is left. */
  'sessions.visible': { input: z.object({ sessionIds: z.array(sessionIdModel).max(200) }), output: nothing },
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
  /** One change for many sessions in one transaction. With the `undoId` of an earlier call, one undo takes both back. */
  'sessions.reviewMany': {
    input: account.extend({
      sessionIds: bulkSessionsModel,
      change: bulkChangeModel,
      undoId: id.nullable().default(null),
    }),
    output: bulkResultModel,
  },
  /** Puts back what `reviewMany` replaced; what was changed again since then is kept. */
  'sessions.undoReviews': {
    input: account.extend({ undoId: id }),
    output: z.object({ restored: z.number(), kept: z.number() }),
  },
  'marks.list': { input: session, output: z.array(markModel) },
  'marks.add': { input: sessionOfAccount.extend({ atMs: z.number().min(0), text: markText }), output: markModel },
  'marks.update': {
    input: account.extend({ id, text: markText, atMs: z.number().min(0).optional() }),
    output: markModel,
  },
  /** Answers the removed mark, so that it can be put back. */
  'marks.remove': { input: account.extend({ id }), output: markModel },
} as const satisfies OperationTable
