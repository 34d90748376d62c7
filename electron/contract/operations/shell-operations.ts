import { z } from 'zod'
import { activityFilterModel } from '../models/activity-models.ts'
import { exportRequestModel } from '../models/cookie-models.ts'
import { problemModel } from '../models/problem-model.ts'
import { id, nothing, session } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

const cookieOfRead = z.object({ readId: id, id })
const savedName = z.object({ name: z.string().nullable() })

/** What the window itself does. */
export const windowOperations = {
  /** The answer to the event `app.flush`: how many changes are not saved, and why. */
  'app.flushed': {
    input: z.object({ count: z.int().min(0), problem: problemModel.nullable() }),
    output: nothing,
  },
  /** Save dialog for one frame; the answer is the file's name, null when the person closed the dialog. */
  'frame.save': {
    input: session.extend({
      atMs: z.number().min(0),
      png: z.instanceof(Uint8Array).refine((b) => b.length <= 64_000_000, 'too large'),
    }),
    output: savedName,
  },
  /** Save dialog for the screens of a recording on one sheet; the answer is that of `frame.save`. */
  'sheet.save': {
    input: session.extend({
      format: z.enum(['png', 'markdown']),
      data: z.instanceof(Uint8Array).refine((b) => b.length <= 64_000_000, 'too large'),
    }),
    output: savedName,
  },
} as const satisfies OperationTable

/** What the archive does with the system. The page names items, never paths: a folder comes from a dialog of main. */
export const archiveActionOperations = {
  'archive.reveal': { input: z.object({ id }), output: nothing },
  'archive.openFile': { input: z.object({ id }), output: nothing },
  /** Folder dialog; answers the new folder, null when the person closed it. */
  'archive.chooseFolder': { input: nothing, output: z.object({ folder: z.string().nullable() }) },
  /** Folder dialog; takes over the MP4 files there with their metadata files. Nothing when the person closed it. */
  'archive.importFolder': {
    input: nothing,
    output: z.object({ imported: z.number(), known: z.number(), refused: z.array(z.string()) }),
  },
} as const satisfies OperationTable

/** Values that leave the program. */
export const cookieActionOperations = {
  /** Main copies, and clears the clipboard when it still holds the value after CLIPBOARD_MS. */
  'cookies.copyValue': { input: cookieOfRead, output: z.object({ clearsAt: z.number() }) },
  'cookies.copyExport': { input: exportRequestModel, output: z.object({ clearsAt: z.number(), count: z.number() }) },
  /** Save dialog; the file is written 0600. Null when the person closed the dialog. */
  'cookies.saveExport': { input: exportRequestModel, output: savedName.extend({ count: z.number() }) },
} as const satisfies OperationTable

/** What Activity writes to the disk. */
export const activityActionOperations = {
  /** Save dialog; JSON lines of what the filter lets through. */
  'activity.export': { input: activityFilterModel, output: savedName.extend({ count: z.number() }) },
  /** Saves exactly the text that was shown. */
  'activity.saveReport': { input: z.object({ reportId: id }), output: savedName },
} as const satisfies OperationTable
