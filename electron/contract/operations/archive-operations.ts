import { z } from 'zod'
import { archivePageModel, archivePlanModel, archiveQueryModel, archiveRulesModel } from '../models/archive-models.ts'
import { sessionIdModel } from '../models/session-models.ts'
import { id, nothing } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

const sessionIds = z.object({ sessionIds: z.array(sessionIdModel).min(1).max(100_000) })
const archiveIds = z.object({ ids: z.array(z.string().min(1).max(200)).min(1).max(100_000) })

/** The queue and the archive as one list. */
export const archiveOperations = {
  /** Queue and archive as one list. */
  'archive.query': { input: archiveQueryModel, output: archivePageModel },
  'archive.plan': { input: sessionIds, output: archivePlanModel },
  /** A session that is queued or archived already is joined, not fetched twice (D14). */
  'archive.add': {
    input: sessionIds,
    /** `at`: when it began, for `archive.withdraw`. */
    output: z.object({ added: z.number(), already: z.number(), at: z.number() }),
  },
  /** Takes back an `archive.add`: what it queued and what is not finished yet. `kept`: finished meanwhile. */
  'archive.withdraw': {
    input: sessionIds.extend({ accountId: id, at: z.number() }),
    output: z.object({ removed: z.number(), kept: z.number() }),
  },
  'archive.pause': { input: archiveIds, output: nothing },
  'archive.resume': { input: archiveIds, output: nothing },
  /** Resumes where it stopped; nothing fetched is fetched again. */
  'archive.retry': { input: archiveIds, output: nothing },
  /** Ends the transfer and removes entry, part file and segments (D21). */
  'archive.cancel': { input: archiveIds, output: nothing },
  /** Keeps an export with missing segments, labelled so (D22). */
  'archive.acceptPartial': { input: archiveIds, output: nothing },
  /** Moves finished files to the trash and takes them off the list. */
  'archive.remove': { input: archiveIds, output: z.object({ removed: z.number() }) },
  /** Looks for the files again and checks their hashes. */
  'archive.recheck': {
    input: archiveIds,
    output: z.object({ sound: z.number(), missing: z.number(), altered: z.number() }),
  },
  /** Brings finished files of other folders into the archive folder of the settings. */
  'archive.move': { input: archiveIds, output: z.object({ moved: z.number() }) },
  'archive.namePreview': {
    input: z.object({ template: z.string().max(300) }),
    output: z.object({ names: z.array(z.string()) }),
  },
  'archive.rules': { input: nothing, output: archiveRulesModel },
  'archive.setRules': { input: archiveRulesModel.partial(), output: archiveRulesModel },
} as const satisfies OperationTable
