import { z } from 'zod'
import { importPlanModel, reviewExportModel } from '../models/hand-over-models.ts'
import { account, id, nothing } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** Reviews that leave the program and come from another installation. */
export const handOverOperations = {
  /**
   * Stores what `reviews.openImport` read, while `reviews.progress` tells how far it is. `undoId` takes it back; an
   * import that fails or is stopped takes itself back.
   */
  'reviews.import': { input: account.extend({ importId: id }), output: importPlanModel.extend({ undoId: id }) },
  /** Puts back what the last import replaced; what was changed again since then is kept. */
  'reviews.undoImport': {
    input: account.extend({ undoId: id }),
    output: z.object({ restored: z.number(), kept: z.number() }),
  },
  /** Forgets the file; `reviews.import` of it, when it runs, stops and answers `cancelled`. */
  'reviews.dropImport': { input: z.object({ importId: id }), output: nothing },
  /** Ends `reviews.export`, which then answers `cancelled`. */
  'reviews.stopExport': { input: nothing, output: nothing },
} as const satisfies OperationTable

/** The same, with the files of the person. */
export const handOverActionOperations = {
  /**
   * Save dialog; the file is written whole or not at all, while `reviews.progress` tells how far it is. `count` of the
   * `sessions` have a review. Null when the person closed the dialog.
   */
  'reviews.export': {
    input: account.extend(reviewExportModel.shape),
    output: z.object({ name: z.string().nullable(), count: z.number(), sessions: z.number() }),
  },
  /** File dialog; answers what an import would change. Null when the person closed the dialog. */
  'reviews.openImport': {
    input: account,
    output: z.object({
      file: z.object({ importId: id, name: z.string(), reviews: z.number(), plan: importPlanModel }).nullable(),
    }),
  },
} as const satisfies OperationTable
