import type { FilesPort } from '../archive-types.ts'
import { findMoved } from './find-moved.ts'
import { importFolder } from './import-folder.ts'
import { type QuickFiles, quickFiles } from './quick-files.ts'
import { recheckFile } from './verify/recheck.ts'
import { verifyMp4 } from './verify/verify-mp4.ts'

/** What reads whole recordings: work for a thread of its own. */
export type HeavyFiles = Omit<FilesPort, keyof QuickFiles>

/** Everything the queue does with the archive folder. */
export const createFiles = (): FilesPort => ({ ...quickFiles, verifyMp4, recheckFile, findMoved, importFolder })
