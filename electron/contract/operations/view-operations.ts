import { z } from 'zod'
import { MOST_VIEWS, savedViewModel } from '../models/view-models.ts'
import { account, id, nothing } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** Queries that a person saved under a name, in the person's order. */
export const viewOperations = {
  'views.list': { input: nothing, output: z.array(savedViewModel) },
  /** Sessions that match, by the view's id; null where the query can no longer be read. */
  'views.counts': { input: nothing, output: z.record(z.string(), z.number().nullable()) },
  /** `at`: its position among the others, at the end when left out. */
  'views.add': {
    input: account.extend({ view: savedViewModel.omit({ id: true }), at: z.int().min(0).max(MOST_VIEWS).optional() }),
    output: savedViewModel,
  },
  'views.update': {
    input: account.extend({ id, patch: savedViewModel.omit({ id: true }).partial() }),
    output: savedViewModel,
  },
  /** Moves it to a position; answers all in their new order. */
  'views.move': {
    input: account.extend({ id, at: z.int().min(0).max(MOST_VIEWS) }),
    output: z.array(savedViewModel),
  },
  /** Answers the removed view and its position, so that it can be put back. */
  'views.remove': { input: account.extend({ id }), output: z.object({ view: savedViewModel, at: z.number() }) },
} as const satisfies OperationTable
