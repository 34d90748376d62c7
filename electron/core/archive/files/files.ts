import type { FilesPort } from '../types.ts'
import { findMoved } from './find-moved.ts'
import { importFolder } from './import-folder.ts'
import { type QuickFiles, quickFiles } from './quick-files.ts'
import { recheckFile } from './recheck.ts'
import { verifyMp4 } from './verify-mp4.ts'

/** What reads whole recordings: work for a thread of its own. */
export type HeavyFiles = Omit<FilesPort, keyof QuickFiles>

/** Everything the queue does with the archive folder. */
export const createFiles = (): FilesPort => ({ ...quickFiles, verifyMp4, recheckFile, findMoved, importFolder })
